#include <iostream>

int main() {
    std::cout @SHIFTS@ << '\n';
}
