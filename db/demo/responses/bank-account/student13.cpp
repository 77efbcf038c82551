#include <iostream>
#include <string>
using namespace std;

class Account {
    long long balance_ = 0;

public:
    bool deposit(long long amount) {
        if (amount <= 0) return false;
        balance_ += amount;
        return true;
    }
    bool withdraw(long long amount) {
        if (amount <= 0) return false;
        if (amount > balance_) return false;
        balance_ -= amount;
        return true;
    }
    long long balance() const { return balance_; }
};

int main() {
    int q;
    cin >> q;
    Account acc;
    while (q--) {
        string cmd;
        long long x;
        cin >> cmd >> x;
        bool ok = (cmd == "deposit") ? acc.deposit(x) : acc.withdraw(x);
        cout << (ok ? "ok" : "refused") << endl;
    }
    cout << "balance = " << acc.balance() << endl;
}
