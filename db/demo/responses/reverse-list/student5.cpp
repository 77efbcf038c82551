#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> v(n);
    for (int& x : v) cin >> x;
    for (int i = n - 1; i >= 0; i--) cout << v[i] << " -> ";
    cout << "null\n";
}
