#include <iostream>
@ZERO@
int main() {
    std::cout << "a@ZERO@b" << "\n";@ZERO@@ZERO@
}
