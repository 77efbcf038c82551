#include <iostream>

int main() {
    int password;
    std::cin >> password;
    if (password = 1234) {
        std::cout << "welcome\n";
    } else {
        std::cout << "go away\n";
    }
}
