#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int roll;
    string name;
    cin >> roll;
    getline(cin, name);
    cout << "[" << roll << "] " << name << endl;
}
