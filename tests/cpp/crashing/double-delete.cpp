#include <iostream>

class Buffer {
    int* data;

public:
    Buffer(int size) : data(new int[size]) {}
    ~Buffer() {
        delete[] data;
    }
    int& operator[](int i) { return data[i]; }
};

int main() {
    Buffer first(3);
    first[0] = 7;
    Buffer second = first;
    std::cout << second[0] << std::endl;
}
