#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

class Shape {
public:
    virtual ~Shape() { std::cout << "~Shape\n"; }
    virtual double area() const = 0;
    virtual std::string name() const { return "shape"; }
};

class Circle : public Shape {
    double radius;

public:
    Circle(double r) : radius(r) {}
    double area() const override { return 3.14159265358979 * radius * radius; }
    std::string name() const override { return "circle"; }
};

class Square : public Shape {
    double side;

public:
    Square(double s) : side(s) {}
    ~Square() override { std::cout << "~Square\n"; }
    double area() const override { return side * side; }
};

int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Circle>(1.5));
    shapes.push_back(std::make_unique<Square>(2));
    for (const auto& shape : shapes) {
        std::printf("%s %.3f\n", shape->name().c_str(), shape->area());
    }
    if (dynamic_cast<Circle*>(shapes[0].get())) std::cout << "the first is a circle\n";
    shapes.pop_back();
    std::cout << "end\n";
}
