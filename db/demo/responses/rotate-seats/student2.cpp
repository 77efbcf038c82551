#include <iostream>
using namespace std;

void flip(int* a, int i, int j) {
    for (; i < j; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

int main() {
    int n, k, a[1000];
    cin >> n >> k;
    for (int i = 0; i < n; i++) cin >> a[i];
    k = k % n;
    flip(a, 0, n - 1);
    flip(a, 0, k - 1);
    flip(a, k, n - 1);
    for (int i = 0; i < n; i++) cout << a[i] << (i < n - 1 ? " " : "\n");
}
