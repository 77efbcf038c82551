#include <iostream>
using namespace std;

int main() {
    int n, x;
    cin >> n >> x;
    long long here = x, best = x;
    for (int i = 1; i < n; i++) {
        cin >> x;
        if (here < 0) here = x;
        else here += x;
        if (here > best) best = here;
    }
    cout << best << endl;
}
