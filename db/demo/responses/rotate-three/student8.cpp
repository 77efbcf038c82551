#include <iostream>
using namespace std;

void rotate(int* a, int* b, int* c) {
    int t = *c;
    *c = *b;
    *b = *a;
    *a = t;
}

int main() {
    int p, q, r, k;
    cin >> p >> q >> r >> k;
    for (int i = 0; i < k; i++) rotate(&p, &q, &r);
    cout << p << " " << q << " " << r << endl;
}
