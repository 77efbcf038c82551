#include <iostream>
using namespace std;

int main() {
    int roll;
    string name;
    cin >> roll >> name;
    cout << "[" << roll << "] " << name << endl;
}
