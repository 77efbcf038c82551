#include <iostream>

int main() {
    long long limit = 0;
    std::cin >> limit;
    long long n = 1;
    long long factorial = 1;
    // Go on while the next product is still within the limit.
    std::cout << n << " " << factorial << "\n";
}
