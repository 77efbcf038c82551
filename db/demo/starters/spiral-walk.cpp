#include <iostream>
#include <vector>

int main() {
    int r = 0, c = 0;
    std::cin >> r >> c;
    std::vector<std::vector<int>> grid(r, std::vector<int>(c));
    for (auto& row : grid) for (int& cell : row) std::cin >> cell;

    int top = 0, bottom = r - 1, left = 0, right = c - 1;
    // Walk along the four walls, and move each one inwards after its side.
    for (int j = left; j <= right; ++j) std::cout << grid[top][j] << " ";
    std::cout << "\n";
}
