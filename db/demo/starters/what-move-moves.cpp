#include <iostream>
#include <utility>
#include <vector>

struct Loud {
    Loud() = default;
    // Two constructors are missing: one prints " copy", the other " move".
};

Loud moved() {
    Loud s;
    return std::move(s);
}

Loud plain() {
    Loud s;
    return s;
}

int main() {
    char line = ' ';
    while (std::cin >> line) {
        std::cout << line << ":";
        if (line == 'A') moved();
        // Do the same for B, C and D.
        std::cout << "\n";
    }
}
