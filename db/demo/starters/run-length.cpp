#include <iostream>
#include <string>

int main() {
    std::string word;
    std::cin >> word;
    std::string packed;
    std::size_t start = 0;
    while (start < word.size()) {
        std::size_t end = start + 1;
        // Find the end of the run, and append its letter and its length.
        start = end;
    }
    std::cout << packed << " " << word.size() - packed.size() << "\n";
}
