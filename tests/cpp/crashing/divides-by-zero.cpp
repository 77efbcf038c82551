#include <iostream>

int average(int total, int count) {
    return total / count;
}

int main() {
    int total = 0, count = 0, mark;
    while (std::cin >> mark) {
        total += mark;
        count++;
    }
    std::cout << count << " marks\n";
    std::cout << "average " << average(total, count) << "\n";
}
