#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

struct Contact {
    std::string name, phone, city;
};

std::string format(const Contact& c) {
    return c.name + "," + c.phone + "," + c.city;  // a comma in the name?
}

std::optional<Contact> parse(const std::string& line) {
    return std::nullopt;  // must give back what format was given
}

int main() {
    std::vector<Contact> book;
    std::string line;
    while (std::getline(std::cin, line) && line != "quit") {
        const std::size_t space = line.find(' ');
        const std::string command = line.substr(0, space);
        const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
        // add, change, damage, find, remove, save, load
        std::cout << "not understood\n";
    }
}
