#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Crate {
    std::string name;
    explicit Crate(std::string n) : name(std::move(n)) {}
    ~Crate() { std::cout << "gone " << name << "\n"; }
};

int main() {
    std::array<std::vector<std::unique_ptr<Crate>>, 10> shelves;
    std::string command;
    while (std::cin >> command && command != "end") {
        // put, move, drop
    }
}
