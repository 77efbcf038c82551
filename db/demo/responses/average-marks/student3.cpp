#include <iostream>
#include <iomanip>
using namespace std;

int main() {
    int n, mark, sum = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        cin >> mark;
        sum += mark;
    }
    cout << fixed << setprecision(2) << (double) sum / n << endl;
}
