#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Student {
    int roll = 0;
    std::string name, branch;
    std::vector<int> marks;
};

class Register {
public:
    void add(const Student& student) { students_.push_back(student); }

private:
    std::vector<Student> students_;
};

void obey(Register& book, const std::string& line) {
    std::istringstream in(line);
    std::string command;
    in >> command;
    // add, marks, remove, find, list
    throw std::invalid_argument("unknown command " + command);
}

int main() {
    Register book;
    std::string line;
    while (std::getline(std::cin, line) && line != "quit") {
        try {
            obey(book, line);
        } catch (const std::exception& error) {
            std::cout << "error: " << error.what() << "\n";
        }
    }
}
