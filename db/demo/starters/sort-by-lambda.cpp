#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

struct Candidate {
    std::string name;
    int marks;
    int age;
};

int main() {
    int n = 0, cutOff = 0;
    std::cin >> n >> cutOff;
    std::vector<Candidate> list(n);
    for (auto& c : list) std::cin >> c.name >> c.marks >> c.age;
    // Sort, print the names, count those above the cut-off.
}
