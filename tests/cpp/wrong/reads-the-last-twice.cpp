#include <iostream>
using namespace std;

int main() {
    int mark = 0, count = 0, sum = 0;
    while (!cin.eof()) {
        cin >> mark;
        sum += mark;
        count++;
    }
    cout << count << " marks, sum " << sum << endl;
}
