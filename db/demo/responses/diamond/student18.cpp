#include <iostream>
using namespace std;

void row(int spaces, int stars) {
    while (spaces--) cout << " ";
    while (stars--) cout << "*";
    cout << endl;
}

int main() {
    int n;
    cin >> n;
    for (int i = 0; i < n; i++) row(n - 1 - i, 2 * i + 1);
    for (int i = n - 2; i >= 0; i--) row(n - 1 - i, 2 * i + 1);
}
