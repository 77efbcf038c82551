#include <iostream>

bool leap(int y) { return !(y % 4) && (y % 100 || !(y % 400)); }

int main() {
    int q, y;
    std::cin >> q;
    while (q--) {
        std::cin >> y;
        std::cout << (leap(y) ? "leap\n" : "common\n");
    }
}
