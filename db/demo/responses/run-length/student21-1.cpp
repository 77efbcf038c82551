#include <iostream>
#include <string>
using namespace std;

int main() {
    string w, out;
    cin >> w;
    int count[26] = {0};
    for (char c : w) count[c - 'a']++;
    for (int i = 0; i < 26; i++)
        if (count[i]) {
            out += char('a' + i);
            if (count[i] > 1) out += to_string(count[i]);
        }
    cout << out << " " << w.size() - out.size() << endl;
}
