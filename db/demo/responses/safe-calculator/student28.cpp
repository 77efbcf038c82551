#include <iostream>
#include <stdexcept>
using namespace std;

long long compute(long long a, char op, long long b) {
    if (op == '+') return a + b;
    if (op == '-') return a - b;
    if (op == '*') return a * b;
    if (op == '/') {
        if (b == 0) throw domain_error("division by zero");
        return a / b;
    }
    throw invalid_argument("unknown operator");
}

int main() {
    int q;
    cin >> q;
    while (q--) {
        long long a, b;
        char op;
        cin >> a >> op >> b;
        try {
            cout << compute(a, op, b) << endl;
        } catch (const domain_error& e) {
            cout << "error: " << e.what() << endl;
        } catch (const exception& e) {
            cout << "error: " << e.what() << endl;
        }
    }
}
