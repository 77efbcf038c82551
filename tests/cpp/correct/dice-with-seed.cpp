#include <bits/stdc++.h>

int main() {
    std::mt19937 engine(42);
    std::cout << engine() << '\n';
    std::uniform_int_distribution<int> dice(1, 6);
    std::set<int> seen;
    int most = 0;
    for (int i = 0; i < 300; i++) {
        int points = dice(engine);
        seen.insert(points);
        most = std::max(most, points);
    }
    std::cout << seen.size() << " sides, at most " << most << '\n';

    srand(7);
    int first = rand();
    srand(7);
    std::cout << (rand() == first ? "repeatable" : "different") << '\n';
    std::random_device device;
    std::cout << (device() == device() && device() == device() ? "not random" : "random") << '\n';
}
