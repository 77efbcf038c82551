#include <cctype>
#include <iostream>
#include <string>
using namespace std;

int main() {
    string s;
    getline(cin, s);
    int i = 0, j = (int) s.size() - 1;
    bool ok = true;
    while (i < j && ok) {
        unsigned char a = s[i], b = s[j];
        if (!isalnum(a)) i++;
        else if (!isalnum(b)) j--;
        else ok = tolower(s[i++]) == tolower(s[j--]);
    }
    cout << (ok ? "yes" : "no") << endl;
}
