#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T>
class Stack {
    std::vector<T> items;

public:
    void push(const T& item) { items.push_back(item); }
    bool empty() const { return items.empty(); }
    std::size_t size() const { return items.size(); }

    T pop() {
        if (items.empty()) throw std::underflow_error("the stack is empty");
        T top = items.back();
        items.pop_back();
        return top;
    }
};

template <typename... Numbers>
auto sum(Numbers... numbers) {
    return (numbers + ... + 0);
}

template <typename T>
std::string kind(const T&) {
    if constexpr (std::is_integral_v<T>) return "whole number";
    else return "something else";
}

int main() {
    Stack<int> numbers;
    for (int i = 1; i <= 3; i++) numbers.push(i * i);
    std::cout << numbers.size() << ":";
    while (!numbers.empty()) std::cout << ' ' << numbers.pop();
    std::cout << '\n';

    Stack<std::string> words;
    words.push("only");
    std::cout << words.pop() << '\n';
    try {
        words.pop();
    } catch (const std::underflow_error& error) {
        std::cout << error.what() << '\n';
    }
    std::cout << sum(1, 2, 3) << ' ' << sum() << ' ' << kind(4) << ' ' << kind(4.5) << '\n';
}
