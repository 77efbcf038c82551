#include <iostream>
#include <utility>

void reverse(int a[], int from, int to) {
    // Swap the two ends, and walk inwards.
}

int main() {
    int n = 0, k = 0;
    int a[1000];
    std::cin >> n >> k;
    for (int i = 0; i < n; ++i) std::cin >> a[i];
    // Rotate the array in place.
    for (int i = 0; i < n; ++i) std::cout << a[i] << (i + 1 < n ? " " : "\n");
}
