#include <iostream>

int main() {
    int n, sum = 0, mark;
    std::cin >> n;
    for (int i = 0; i < n; i++) {
        std::cin >> mark;
        sum += mark;
    }
    double average = sum / n;
    std::cout << "average " << average << "\n";
}
