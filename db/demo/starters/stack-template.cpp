#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T>
class Stack {
public:
    void push(const T& item) { items_.push_back(item); }
    // T pop(), const T& top() const, bool empty() const, std::size_t size() const

private:
    std::vector<T> items_;
};

int main() {
    Stack<std::string> stack;
    std::string command;
    while (std::cin >> command && command != "end") {
        // Obey.
    }
}
