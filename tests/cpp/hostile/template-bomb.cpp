#include <iostream>

template <int Depth>
struct Bomb {
    static const int value = Bomb<Depth - 1>::value + 1;
};

int main() {
    std::cout << Bomb<100000>::value << std::endl;
}
