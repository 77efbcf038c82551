#include <iostream>

void rotate(int* a, int* b, int* c) {
    int old_a = *a, old_b = *b, old_c = *c;
    *a = old_c;
    *b = old_a;
    *c = old_b;
}

int main() {
    int a, b, c, k;
    std::cin >> a >> b >> c >> k;
    k %= 3;
    while (k--) rotate(&a, &b, &c);
    std::cout << a << " " << b << " " << c << std::endl;
}
