#include <algorithm>
#include <iostream>
#include <iterator>
#include <numeric>
#include <ranges>
#include <vector>

int main() {
    std::vector<int> numbers(std::istream_iterator<int>(std::cin), {});
    auto squaresOfEven = numbers | std::views::filter([](int n) { return n % 2 == 0; }) |
                         std::views::transform([](int n) { return n * n; });
    for (int square : squaresOfEven) std::cout << square << ' ';
    std::cout << '\n';

    std::ranges::sort(numbers, std::greater{});
    for (int n : numbers | std::views::take(2)) std::cout << n << ' ';
    std::cout << '\n' << std::accumulate(numbers.begin(), numbers.end(), 0) << '\n';
}
