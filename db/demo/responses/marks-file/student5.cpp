#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
using namespace std;

int main() {
    int n;
    cin >> n;
    ofstream out("marks.txt");
    string name, top;
    int m, best = -1, total = 0, count = 0, failed = 0;
    while (n--) {
        cin >> name >> m;
        out << name << ' ' << m << '\n';
    }
    out.close();

    ifstream in("marks.txt");
    if (!in) {
        cout << "cannot open" << endl;
        return 1;
    }
    while (in >> name >> m) {
        total += m;
        count++;
        if (m < 40) failed++;
        if (m > best) { best = m; top = name; }
    }
    cout << "top: " << top << endl;
    cout << "average: " << fixed << setprecision(2) << (double) total / count << endl;
    cout << "failed: " << failed << endl;
}
