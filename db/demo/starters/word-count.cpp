#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

int main() {
    std::size_t k = 0;
    std::cin >> k;
    std::map<std::string, int> count;
    std::string word;
    while (std::cin >> word) ++count[word];

    std::vector<std::pair<std::string, int>> ranking(count.begin(), count.end());
    // Sort by count, then by word. Print the first k.
}
