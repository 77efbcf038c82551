#include <iostream>
#include "/etc/passwd"

int main() {
    std::cout << "read\n";
}
