#include <iostream>

int main() {
    int product = 1, number;
    while (std::cin >> number) {
        product = product * number;
    }
    std::cout << product << std::endl;
}
