#include <iostream>

long long gcd(long long a, long long b) {
    return 1;  // call yourself
}

int main() {
    long long a = 0, b = 0;
    std::cin >> a >> b;
    const long long side = gcd(a, b);
    // Print the side and the number of tiles.
}
