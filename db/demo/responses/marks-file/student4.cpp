#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
using namespace std;

void save(int n) {
    ofstream out("marks.txt");
    string name;
    int m;
    for (int i = 0; i < n; i++) {
        cin >> name >> m;
        out << name << " " << m << endl;
    }
}

int main() {
    int n;
    cin >> n;
    save(n);
    ifstream in("marks.txt");
    if (!in.is_open()) { cout << "cannot open\n"; return 1; }
    string name, top;
    int m, best = -1, failed = 0, count = 0;
    double sum = 0;
    while (in >> name >> m) {
        if (m > best) best = m, top = name;
        if (m < 40) ++failed;
        sum += m;
        ++count;
    }
    cout << "top: " << top << "\naverage: " << fixed << setprecision(2) << sum / count
         << "\nfailed: " << failed << "\n";
}
