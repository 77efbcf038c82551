#include <iostream>
using namespace std;

int main() {
    int cap = 1, n = 0, x;
    int* a = new int[cap];
    while (cin >> x && x != -1) {
        if (n == cap) {
            int* b = new int[cap *= 2];
            for (int i = 0; i < n; i++) b[i] = a[i];
            a = b;
        }
        a[n++] = x;
    }
    cout << n << " " << cap << endl;
    if (!n) cout << "empty";
    while (n--) cout << a[n] << (n ? " " : "");
    cout << endl;
}
