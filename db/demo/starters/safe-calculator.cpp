#include <iostream>
#include <stdexcept>

long long compute(long long a, char op, long long b) {
    return 0;
}

int main() {
    int q = 0;
    std::cin >> q;
    while (q-- > 0) {
        long long a = 0, b = 0;
        char op = '+';
        std::cin >> a >> op >> b;
        // Print the result, or the message of the exception.
        std::cout << compute(a, op, b) << "\n";
    }
}
