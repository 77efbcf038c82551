#include <iostream>
using namespace std;

int main() {
    int capacity = 1, size = 0, x;
    int* data = new int[capacity];
    while (cin >> x && x != -1) {
        if (size == capacity) {
            int* bigger = new int[2 * capacity];
            for (int i = 0; i < size; i++) bigger[i] = data[i];
            data = bigger;
            delete[] data;
            capacity *= 2;
        }
        data[size++] = x;
    }
    cout << size << " " << capacity << endl;
    for (int i = size - 1; i >= 0; i--) cout << data[i] << " ";
    delete[] data;
}
