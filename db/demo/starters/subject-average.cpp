#include <fstream>
#include <iostream>
#include <string>

int main() {
    std::string wanted;
    std::cin >> wanted;
    std::ifstream file("marks.txt");
    // your turn
}
