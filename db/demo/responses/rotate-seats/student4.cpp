#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n, k;
    std::cin >> n >> k;
    std::vector<int> a(n);
    for (auto& x : a) std::cin >> x;
    std::rotate(a.rbegin(), a.rbegin() + k % n, a.rend());
    for (int i = 0; i < n; ++i) std::cout << (i ? " " : "") << a[i];
    std::cout << "\n";
}
