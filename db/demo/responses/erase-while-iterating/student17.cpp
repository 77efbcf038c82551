#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<int> v(n);
    for (int& x : v) cin >> x;
    for (auto it = v.begin(); it != v.end(); ++it) {
        if (*it % m == 0) it = v.erase(it);
    }
    for (int x : v) cout << x << " ";
    cout << endl;
}
