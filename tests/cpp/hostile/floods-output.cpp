#include <iostream>

int main() {
    for (;;) std::cout << "more and more and more\n";
}
