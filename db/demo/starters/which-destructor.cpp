#include <iostream>

struct Lamp {
    char name;
    explicit Lamp(char n) : name(n) { std::cout << "+" << name; }
    Lamp(const Lamp& other) : name(other.name) { std::cout << "c" << name; }
    ~Lamp() { std::cout << "-" << name; }
};

void look(Lamp lamp) { std::cout << "?" << lamp.name; }

int main() {
    Lamp a('a');
    {
        Lamp b('b');
        look(b);
    }
    Lamp* p = new Lamp('p');
    look(*p);
}
