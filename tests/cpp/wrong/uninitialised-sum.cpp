#include <iostream>

void greet() {
    int numbers[64];
    for (int i = 0; i < 64; i++) numbers[i] = 1000 + i;
    std::cout << "reading " << numbers[0] - 998 << " marks\n";
}

int total(int a, int b) {
    int sum;
    sum += a;
    sum += b;
    return sum;
}

int main() {
    greet();
    int a, b;
    std::cin >> a >> b;
    std::cout << (total(a, b) == a + b ? "right" : "wrong") << "\n";
}
