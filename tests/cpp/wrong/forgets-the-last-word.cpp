#include <iostream>
#include <string>
#include <vector>
using namespace std;

vector<string> split(const string& line, char separator) {
    vector<string> parts;
    string part;
    for (char c : line) {
        if (c == separator) {
            parts.push_back(part);
            part = "";
        } else {
            part += c;
        }
    }
    return parts;
}

int main() {
    string line;
    getline(cin, line);
    for (const string& part : split(line, ',')) cout << part << "\n";
}
