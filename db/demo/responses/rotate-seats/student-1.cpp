#include <iostream>
using namespace std;

int main() {
    int n, k, a[1000], b[1000];
    cin >> n >> k;
    for (int i = 0; i < n; i++) cin >> a[i];
    for (int i = 0; i < n; i++) b[(i + k) % n] = a[i];
    for (int i = 0; i < n; i++) cout << b[i] << (i + 1 < n ? " " : "\n");
}
