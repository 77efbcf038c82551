#include <iostream>
#include <string>

int main() {
    int roll = 0;
    std::string name;
    std::cin >> roll;
    // Read the name, then print the badge.
}
