#include <iostream>
using namespace std;

void compute(long long a, char op, long long b) {
    if (op == '/' && b == 0) { cout << "error: division by zero\n"; return; }
    if (op == '+') cout << a + b << "\n";
    else if (op == '-') cout << a - b << "\n";
    else if (op == '*') cout << a * b << "\n";
    else if (op == '/') cout << a / b << "\n";
    else cout << "error: unknown operator\n";
}

int main() {
    int q;
    cin >> q;
    while (q--) {
        long long a, b;
        char op;
        cin >> a >> op >> b;
        compute(a, op, b);
    }
}
