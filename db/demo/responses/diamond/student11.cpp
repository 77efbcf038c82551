#include <iostream>
using namespace std;

int main() {
    int n;
    cin >> n;
    for (int i = 1; i <= 2 * n - 1; i++) {
        int row = i <= n ? i : 2 * n - i;
        for (int s = 0; s < n - row; s++) cout << ' ';
        for (int s = 0; s < 2 * row - 1; s++) cout << '*';
        cout << '\n';
    }
}
