#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<char> open;
    char c;
    while (std::cin >> c) {
        if (c == '(') {
            open.push_back(c);
        } else if (open.back() == '(') {
            open.pop_back();
        }
    }
    std::cout << (open.empty() ? "balanced" : "not balanced") << '\n';
}
