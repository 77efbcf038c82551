#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

int main() {
    size_t k;
    cin >> k;
    unordered_map<string, int> m;
    string w;
    while (cin >> w) m[w] += 1;
    vector<pair<string, int>> v(m.begin(), m.end());
    sort(v.begin(), v.end(), [](auto& a, auto& b) {
        return a.second > b.second || (a.second == b.second && a.first < b.first);
    });
    if (v.size() > k) v.resize(k);
    for (auto& p : v) cout << p.first << " " << p.second << endl;
}
