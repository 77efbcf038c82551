#include <iostream>
using namespace std;

int main() {
    int q, y;
    cin >> q;
    for (int i = 0; i < q; i++) {
        cin >> y;
        bool leap = (y % 4 == 0 && y % 100 != 0) || (y % 400 == 0);
        if (leap) cout << "leap" << endl;
        else cout << "common" << endl;
    }
}
