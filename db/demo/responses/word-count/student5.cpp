#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

int main() {
    int k;
    cin >> k;
    map<string, int> freq;
    for (string w; cin >> w;) freq[w]++;
    vector<pair<int, string>> v;
    for (auto& [w, c] : freq) v.push_back({-c, w});
    sort(v.begin(), v.end());
    for (int i = 0; i < k && i < (int) v.size(); i++)
        cout << v[i].second << " " << -v[i].first << "\n";
}
