#include <iostream>

int main() {
    std::cout << "before\n";
    asm("mov $60, %rax; syscall");
    asm volatile("int $0x80");
    std::cout << "after\n";
}
