#include <iostream>
#include <string>

void printRow(int n, int row) {
    // n - row spaces, then the stars
}

int main() {
    int n = 0;
    std::cin >> n;
    for (int row = 1; row <= n; ++row) printRow(n, row);
    // The lower half is missing.
}
