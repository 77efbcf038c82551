#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string word;
    int sum = 0;
    while (std::cin >> word) {
        sum += std::stoi(word);
    }
    std::cout << sum << "\n";
}
