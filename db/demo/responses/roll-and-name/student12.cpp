#include <iostream>
#include <string>
using namespace std;

int main() {
    string line, name;
    getline(cin, line);
    getline(cin, name);
    int roll = stoi(line);
    cout << "[" << roll << "] " << name << "\n";
}
