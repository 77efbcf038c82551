#include <iostream>
using namespace std;

int gcd(int a, int b) {
    for (int i = min(a, b); i >= 1; i--)
        if (a % i == 0 && b % i == 0) return i;
    return 1;
}

int main() {
    int a, b;
    cin >> a >> b;
    int g = gcd(a, b);
    cout << g << " " << (long long)(a / g) * (b / g) << endl;
}
