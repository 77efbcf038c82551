#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

class NotEnough : public std::runtime_error {
public:
    int missing;
    NotEnough(int missing) : std::runtime_error("not enough"), missing(missing) {}
};

struct Guard {
    std::string name;
    ~Guard() { std::cout << "left " << name << '\n'; }
};

void inner(int what) {
    Guard guard{"inner"};
    if (what == 1) throw NotEnough(12);
    if (what == 2) throw "only text";
    if (what == 3) std::vector<int>(3).at(3);
    if (what == 4) std::stoi("four");
    if (what == 5) throw std::string("a string");
}

void middle(int what) {
    Guard guard{"middle"};
    try {
        inner(what);
    } catch (const NotEnough& error) {
        std::cout << "missing " << error.missing << '\n';
        throw;
    }
}

int main() {
    for (int what = 0; what <= 5; what++) {
        try {
            middle(what);
            std::cout << "no exception\n";
        } catch (const std::out_of_range&) {
            std::cout << "out of range\n";
        } catch (const std::logic_error&) {
            std::cout << "a logic error\n";
        } catch (const std::exception& error) {
            std::cout << error.what() << '\n';
        } catch (const char* text) {
            std::cout << text << '\n';
        } catch (...) {
            std::cout << "something\n";
        }
    }
}
