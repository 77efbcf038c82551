#include <iostream>
#include <string>
using namespace std;

int main() {
    string w, out;
    cin >> w;
    int count = 1;
    for (size_t i = 1; i <= w.size(); i++) {
        if (i < w.size() && w[i] == w[i - 1]) {
            count++;
        } else {
            out += w[i - 1];
            if (count > 1) out += to_string(count);
            count = 1;
        }
    }
    cout << out << " " << w.size() - out.size() << endl;
}
