#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<std::string> numbers;
    std::string number;
    while (std::cin >> number) numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    for (const auto& one : numbers) std::cout << one << ' ';
    std::cout << std::endl;
}
