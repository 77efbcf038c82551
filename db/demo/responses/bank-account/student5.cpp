#include <iostream>
#include <string>
using namespace std;

class Account {
public:
    long long balance = 0;
    bool deposit(long long x) { balance += x; return true; }
    bool withdraw(long long x) { balance -= x; return true; }
};

int main() {
    int q;
    cin >> q;
    Account a;
    while (q--) {
        string c;
        long long x;
        cin >> c >> x;
        if (x <= 0 || (c == "withdraw" && x > a.balance)) {
            cout << "refused\n";
        } else {
            if (c == "deposit") a.deposit(x);
            else a.withdraw(x);
            cout << "ok\n";
        }
    }
    cout << "balance = " << a.balance << "\n";
}
