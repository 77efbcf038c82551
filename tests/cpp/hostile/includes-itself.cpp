#include <iostream>
#include __FILE__

int main() {
    std::cout << "once\n";
}
