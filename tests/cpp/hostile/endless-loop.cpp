#include <iostream>

int main() {
    std::cout << "started" << std::endl;
    unsigned count = 0;
    while (true) count++;
}
