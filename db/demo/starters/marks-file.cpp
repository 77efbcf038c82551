#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>

int main() {
    int n = 0;
    std::cin >> n;
    {
        std::ofstream out("marks.txt");
        // Write one record a line. The brace below closes the file.
    }

    std::ifstream in("marks.txt");
    if (!in) {
        std::cout << "cannot open\n";
        return 1;
    }
    // Read the records back, then print the three lines.
}
