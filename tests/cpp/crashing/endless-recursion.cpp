#include <iostream>

long long factorial(int n) { return n * factorial(n - 1); }

int main() {
    std::cout << "5! is " << std::flush;
    std::cout << factorial(5) << std::endl;
}
