#include <algorithm>
#include <iostream>
#include <vector>

void print(const std::vector<int>& v) {
    if (v.empty()) std::cout << "none";
    for (std::size_t i = 0; i < v.size(); ++i) {
        std::cout << v[i] << (i + 1 < v.size() ? " " : "");
    }
    std::cout << "\n";
}

int main() {
    int n = 0, m = 1;
    std::cin >> n >> m;
    std::vector<int> first(n);
    for (int& value : first) std::cin >> value;
    std::vector<int> second = first;

    // Remove the multiples of m: from first with a loop, from second with erase-remove.

    print(first);
    print(second);
}
