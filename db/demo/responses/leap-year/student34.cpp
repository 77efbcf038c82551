#include <iostream>
using namespace std;

int main() {
    int q, y;
    cin >> q;
    while (q--) {
        cin >> y;
        if (y % 4 == 0 && y % 100 != 0 || y % 400 == 0 && y % 4000 != 0)
            cout << "leap" << endl;
        else
            cout << "common" << endl;
    }
}
