#include <iostream>
#include <cmath>
using namespace std;

int main() {
    double limit, f = 1;
    int n = 1;
    cin >> limit;
    while (f * (n + 1) <= limit) { n++; f *= n; }
    cout << n << " " << (long long) f << endl;
}
