#include <iostream>
using namespace std;

int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main() {
    int month;
    cin >> month;
    cout << "days: ";
    cout << days[month] << endl;
}
