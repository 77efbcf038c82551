#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

void show(const vector<int>& v) {
    if (v.empty()) { cout << "none\n"; return; }
    for (size_t i = 0; i < v.size(); i++) cout << (i ? " " : "") << v[i];
    cout << "\n";
}

int main() {
    int n, m;
    cin >> n >> m;
    vector<int> a(n);
    for (int& x : a) cin >> x;
    vector<int> b = a;
    auto it = a.begin();
    while (it != a.end()) {
        if (*it % m == 0) it = a.erase(it);
        else it++;
    }
    b.erase(remove_if(b.begin(), b.end(), [&](int x) { return x % m == 0; }), b.end());
    show(a);
    show(b);
}
