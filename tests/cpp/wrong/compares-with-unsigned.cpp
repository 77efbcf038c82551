#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<int> marks;
    int mark, failed = -1;
    while (std::cin >> mark) {
        if (mark < 35) failed = (int)marks.size();
        marks.push_back(mark);
    }
    if (failed < marks.size() - 1) {
        std::cout << "the last student passed\n";
    } else {
        std::cout << "the last student failed\n";
    }
}
