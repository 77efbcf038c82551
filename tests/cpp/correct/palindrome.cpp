#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

bool isPalindrome(const string& text) {
    string letters;
    for (unsigned char c : text) {
        if (isalpha(c)) letters += tolower(c);
    }
    return equal(letters.begin(), letters.end(), letters.rbegin());
}

int main() {
    string text;
    getline(cin, text);
    cout << (isPalindrome(text) ? "YES" : "NO") << endl;
}
