#include <iostream>
#include <string>
#include <vector>
using namespace std;

template <typename T>
T largest(const vector<T>& items) {
    T best = items[0];
    for (const auto& x : items)
        if (best < x) best = x;
    return best;
}

template <class T>
void run() {
    int n;
    cin >> n;
    vector<T> v(n);
    for (auto& x : v) cin >> x;
    cout << largest(v) << endl;
}

int main() {
    char c;
    cin >> c;
    if (c == 'i') run<int>();
    else if (c == 'd') run<double>();
    else run<string>();
}
