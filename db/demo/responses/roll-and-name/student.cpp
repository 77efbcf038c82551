#include <iostream>
#include <string>
using namespace std;

int main() {
    int roll;
    string name;
    cin >> roll;
    getline(cin >> ws, name);
    cout << "[" << roll << "] " << name << endl;
}
