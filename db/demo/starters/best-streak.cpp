#include <algorithm>
#include <iostream>

int main() {
    int n = 0, value = 0;
    std::cin >> n >> value;
    int endingHere = value;
    int best = value;
    for (int i = 1; i < n; ++i) {
        std::cin >> value;
        // Does the streak that ends today go on, or does it begin afresh?
    }
    std::cout << best << "\n";
}
