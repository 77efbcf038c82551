#include <algorithm>
#include <iostream>
#include <string>

int main() {
    std::string line, clean;
    std::getline(std::cin, line);
    for (unsigned char c : line)
        if (isalnum(c)) clean += tolower(c);
    std::string back(clean.rbegin(), clean.rend());
    std::cout << (clean == back ? "yes" : "no") << "\n";
}
