#include <iostream>

void rotate(int* a, int* b, int* c) {
    // Move the three values by one place.
}

int main() {
    int x = 0, y = 0, z = 0, k = 0;
    std::cin >> x >> y >> z >> k;
    // Call rotate k times.
    std::cout << x << " " << y << " " << z << "\n";
}
