#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    string name
    cin >> name;
    cout << "Hello, " << nmae << endl;
}
