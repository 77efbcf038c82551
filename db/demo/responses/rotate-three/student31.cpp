#include <iostream>
using namespace std;

void rotate(int a, int b, int c) {
    int t = c;
    c = b;
    b = a;
    a = t;
}

int main() {
    int x, y, z, k;
    cin >> x >> y >> z >> k;
    while (k--) rotate(x, y, z);
    cout << x << " " << y << " " << z << endl;
}
