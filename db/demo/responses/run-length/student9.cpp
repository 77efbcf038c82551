#include <iostream>
#include <map>
using namespace std;

int main() {
    string w, out;
    cin >> w;
    map<char, int> m;
    for (char c : w) m[c]++;
    for (auto p : m) {
        out += p.first;
        if (p.second > 1) out += to_string(p.second);
    }
    cout << out << " " << w.size() - out.size();
}
