#include <iostream>
#include <string>
#include <vector>

template <typename T>
T largest(const std::vector<T>& items) {
    return items.front();  // not always
}

int main() {
    char kind = 'i';
    std::cin >> kind;
    // One line for each of the three types.
}
