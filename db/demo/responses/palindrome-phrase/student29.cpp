#include <iostream>
#include <string>
using namespace std;

int main() {
    string s;
    cin >> s;
    string r(s.rbegin(), s.rend());
    cout << (s == r ? "yes" : "no");
}
