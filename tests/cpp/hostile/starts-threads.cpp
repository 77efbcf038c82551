#include <iostream>
#include <thread>
#include <vector>

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 100; i++) {
        threads.emplace_back([] { while (true) {} });
    }
    for (auto& thread : threads) thread.join();
}
