#include <iostream>

int main() {
    int capacity = 1;
    int size = 0;
    int* data = new int[capacity];

    // Read until -1; when the array is full, move into one of twice the size.

    std::cout << size << " " << capacity << "\n";
    delete[] data;
}
