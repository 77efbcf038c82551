#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    vector<int> numbers = {1, 2, 4, 4};
    for (auto it = numbers.begin(); it != numbers.end(); ++it) {
        if (*it % 2 == 0) {
            numbers.erase(it);
        }
    }
    for (int n : numbers) cout << n << ' ';
    cout << endl;
}
