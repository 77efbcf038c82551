#include <iostream>

double area(double radius);

int main() {
    double radius = 0;
    std::cin >> radius;
    std::cout << area(radius) << "\n";
}
