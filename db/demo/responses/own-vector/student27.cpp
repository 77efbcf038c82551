#include <iostream>

[[nodiscard]] int* grow(int* data, int& capacity) {
    int* bigger = new int[capacity * 2];
    for (int i = 0; i < capacity; i++) bigger[i] = data[i];
    delete[] data;
    capacity *= 2;
    return bigger;
}

int main() {
    int capacity = 1, size = 0, value;
    int* data = new int[capacity];
    while (std::cin >> value && value != -1) {
        if (size == capacity) data = grow(data, capacity);
        data[size++] = value;
    }
    std::cout << size << " " << capacity << "\n";
    if (size == 0) std::cout << "empty";
    for (int i = size - 1; i >= 0; i--) {
        std::cout << data[i];
        if (i) std::cout << " ";
    }
    std::cout << "\n";
    delete[] data;
}
