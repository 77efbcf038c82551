#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

class Shape {
public:
    virtual ~Shape() = default;
    virtual double area() const = 0;
};

// Write Circle and Rectangle.

int main() {
    int n = 0;
    std::cin >> n;
    std::vector<Shape*> shapes;
    // Make the shapes with new, print their areas, then delete them.
}
