#include <iostream>
#include <stdexcept>
using namespace std;

long long compute(long long left, char op, long long right) {
    switch (op) {
        case '+': return left + right;
        case '-': return left - right;
        case '*': return left * right;
        case '/':
            if (right == 0) throw domain_error("division by zero");
            return left / right;
    }
    throw invalid_argument("unknown operator");
}

int main() {
    int q;
    cin >> q;
    try {
        while (q--) {
            long long a, b;
            char op;
            cin >> a >> op >> b;
            cout << compute(a, op, b) << "\n";
        }
    } catch (const exception& e) {
        cout << "error: " << e.what() << "\n";
    }
}
