#include <cmath>
#include <iomanip>
#include <iostream>

double root(double number) {
    double guess = number;
    for (int i = 0; i < 60; ++i) guess = (guess + number / guess) / 2;
    return guess;
}

int main() {
    double number;
    while (std::cin >> number) std::cout << "root: " << root(number) << std::endl;
    std::cout << std::sqrt(2) << ' ' << 1 / 0.0 << std::endl;
    std::cout << std::setprecision(12) << std::sqrt(2.0L) << std::endl;
}
