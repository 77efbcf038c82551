#include <iostream>

int main() {
    std::cout << "started" << std::endl;
    long long blocks = 0;
    while (true) {
        int* block = new int[1000000];
        block[0] = 1;
        blocks++;
    }
}
