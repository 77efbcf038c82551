#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> numbers(n);
    for (int i = 0; i <= n; i++) {
        numbers[i] = i * i;
    }
    cout << numbers.back() << endl;
}
