#include <iostream>

int main() {
    long long limit, f = 1;
    std::cin >> limit;
    int n = 1;
    while (f <= limit / (n + 1)) {
        n++;
        f = f * n;
    }
    std::cout << n << " " << f << std::endl;
}
