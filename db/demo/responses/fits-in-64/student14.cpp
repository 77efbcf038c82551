#include <iostream>
using namespace std;

// largest n with n! <= limit, by dividing the limit down
int main() {
    long long limit;
    cin >> limit;
    long long rest = limit, f = 1;
    int n = 1;
    while (rest / (n + 1) > 0) {
        n++;
        rest /= n;
        f *= n;
    }
    cout << n << ' ' << f << endl;
}
