#include <iostream>
#include <string>
#include <vector>

std::string grade(int mark) {
    if (mark >= 75) return "distinction";
    if (mark >= 35) return "pass";
}

int main() {
    int mark;
    while (std::cin >> mark) std::cout << grade(mark) << std::endl;
}
