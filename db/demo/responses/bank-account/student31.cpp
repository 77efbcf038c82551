#include <iostream>
#include <string>
using namespace std;

class Account {
public:
    bool deposit(long long amount) {
        if (amount <= 0) return false;
        balance_ += amount;
        return true;
    }
    bool withdraw(long long amount) {
        if (amount <= 0 || amount > balance_) return false;
        balance_ -= amount;
        return true;
    }
    long long balance() { return balance_; }

private:
    long long balance_ = 0;
};

void show(const Account& a) { cout << "balance = " << a.balance() << endl; }

int main() {
    int q;
    cin >> q;
    Account account;
    while (q--) {
        string what;
        long long amount;
        cin >> what >> amount;
        bool done = what == "deposit" ? account.deposit(amount) : account.withdraw(amount);
        cout << (done ? "ok" : "refused") << endl;
    }
    show(account);
}
