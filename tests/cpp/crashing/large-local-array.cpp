#include <iostream>
using namespace std;

int main() {
    int table[2000][2000];
    table[0][0] = 1;
    for (int i = 1; i < 2000; i++) table[i][0] = table[i - 1][0] + 1;
    cout << table[1999][0] << endl;
}
