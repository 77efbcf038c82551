#include <iostream>
#include <string>
#include <vector>

struct Animal {
    virtual ~Animal() = default;
    virtual std::string sound() const { return "..."; }
};

struct Dog : Animal {
    std::string sound() const override { return "Woof"; }
};

int main() {
    std::vector<Animal> animals;
    animals.push_back(Dog());
    for (const Animal& animal : animals) std::cout << animal.sound() << '\n';
}
