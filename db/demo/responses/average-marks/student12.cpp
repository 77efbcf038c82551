#include <iostream>
#include <iomanip>
using namespace std;

int main() {
    int n, sum;
    cin >> n;
    for (int i = 0; i < n; i++) { int m; cin >> m; sum += m; }
    cout << fixed << setprecision(2) << sum / (double) n;
}
