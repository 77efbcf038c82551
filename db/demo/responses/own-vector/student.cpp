#include <iostream>
#include <algorithm>
using namespace std;

int main() {
    int cap = 1, n = 0, x;
    int* a = new int[cap];
    while (cin >> x) {
        if (x == -1) break;
        if (n == cap) {
            int* b = new int[2 * cap];
            copy(a, a + n, b);
            delete[] a;
            a = b;
            cap = 2 * cap;
        }
        a[n] = x;
        n++;
    }
    cout << n << " " << cap << endl;
    if (n == 0) cout << "empty";
    for (int i = n - 1; i >= 0; i--) cout << a[i] << (i ? " " : "");
    cout << endl;
    delete[] a;
}
