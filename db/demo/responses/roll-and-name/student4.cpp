#include <iostream>
#include <string>
using namespace std;

int main() {
    int roll;
    string name;
    cin >> roll;
    cin.ignore();
    getline(cin, name);
    cout << "[" << roll << "] " << name << endl;
    return 0;
}
