#include <iostream>

bool isLeap(int year) {
    return false;  // the whole rule, as one expression
}

int main() {
    int q = 0;
    std::cin >> q;
    while (q-- > 0) {
        int year = 0;
        std::cin >> year;
        std::cout << (isLeap(year) ? "leap" : "common") << "\n";
    }
}
