#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string command;
    while (command != "quit") {
        std::getline(std::cin, command);
    }
    std::cout << "bye\n";
}
