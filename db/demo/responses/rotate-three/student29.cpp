#include <iostream>
#include <algorithm>
using namespace std;

void rotate(int* a, int* b, int* c) {
    swap(*a, *b);
    swap(*a, *c);
}

int main() {
    int x, y, z, k;
    cin >> x >> y >> z >> k;
    while (k--) rotate(&x, &y, &z);
    cout << x << ' ' << y << ' ' << z << '\n';
}
