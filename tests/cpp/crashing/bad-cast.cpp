#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Vehicle {
    virtual ~Vehicle() = default;
};
struct Car : Vehicle {
    int doors = 4;
};
struct Bicycle : Vehicle {};

void describe(Vehicle& vehicle) {
    Car& car = dynamic_cast<Car&>(vehicle);
    std::cout << car.doors << " doors\n";
}

int main() {
    Car car;
    describe(car);
    std::unique_ptr<Vehicle> other = std::make_unique<Bicycle>();
    describe(*other);
}
