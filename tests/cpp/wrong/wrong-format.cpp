#include <iostream>
using namespace std;

int main() {
    double price;
    int count;
    cin >> price >> count;
    cout << "Total: " << price * count << endl;
}
