#include <cmath>
#include <iomanip>
#include <iostream>
using namespace std;

int main() {
    int n;
    cin >> n;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        int mark;
        cin >> mark;
        sum += mark;
    }
    cout << fixed << setprecision(2) << sum / n << endl;
    return 0;
}
