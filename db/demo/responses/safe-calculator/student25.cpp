#include <iostream>
#include <stdexcept>
using namespace std;

long long calculate(long long a, char op, long long b) {
    switch (op) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        case '/':
            if (b == 0) throw domain_error("division by zero");
            return a / b;
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
            cout << calculate(a, op, b) << "\n";
        }
    } catch (const exception& e) {
        cout << "error: " << e.what() << "\n";
    }
}
