#include <iostream>
using namespace std;

// Sum of the numbers from 1 to n.
int main() {
    int n, sum = 0;
    cin >> n;
    for (int i = 1; i < n; i++) sum += i;
    cout << "Sum: " << sum << endl;
}
