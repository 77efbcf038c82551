#include <iostream>
#include <regex>
#include <string>

int main() {
    const std::regex date(R"((\d{4})-(\d{2})-(\d{2}))");
    std::string line;
    while (std::getline(std::cin, line)) {
        std::smatch match;
        if (std::regex_search(line, match, date)) {
            std::cout << match[3] << '.' << match[2] << '.' << match[1] << '\n';
        } else {
            std::cout << "no date\n";
        }
    }
}
