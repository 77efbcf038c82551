#include <iostream>

int main() {
    int count = 0, sum = 0;
    while (count < 3) {
        int number;
        if (std::cin >> number) {
            sum += number;
            count++;
        }
    }
    std::cout << sum << "\n";
}
