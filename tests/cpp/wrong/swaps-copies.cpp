#include <iostream>

void swap(int a, int b) {
    int saved = a;
    a = b;
    b = saved;
}

int main() {
    int first, second;
    std::cin >> first >> second;
    swap(first, second);
    std::cout << first << ' ' << second << '\n';
}
