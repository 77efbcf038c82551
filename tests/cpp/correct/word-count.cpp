#include <bits/stdc++.h>

int main() {
    std::string line;
    std::map<std::string, int> count;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string word;
        while (words >> word) {
            for (char& c : word) c = std::tolower(c);
            while (!word.empty() && std::ispunct(word.back())) word.pop_back();
            count[word]++;
        }
    }
    for (const auto& [word, times] : count) std::cout << word << ' ' << times << '\n';
}
