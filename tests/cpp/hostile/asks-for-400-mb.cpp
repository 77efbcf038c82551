#include <iostream>
using namespace std;

int table[10000][10000];

int main() {
    table[0][0] = 1;
    cout << table[0][0] << endl;
}
