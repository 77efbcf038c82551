#include <iostream>
#include <string>
using namespace std;

template <typename T>
void solve(T best) {
    int n;
    cin >> n;
    for (int i = 0; i < n; i++) {
        T x;
        cin >> x;
        if (x > best) best = x;
    }
    cout << best << endl;
}

int main() {
    char c;
    cin >> c;
    if (c == 'i') solve(0);
    if (c == 'd') solve(0.0);
    if (c == 's') solve(string());
}
