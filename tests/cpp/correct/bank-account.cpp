#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

class Account {
private:
    string owner;
    long long balance = 0;

public:
    explicit Account(const string& name) : owner(name) {}

    void deposit(long long amount) {
        if (amount <= 0) throw invalid_argument("amount must be positive");
        balance += amount;
    }

    void withdraw(long long amount) {
        if (amount > balance) throw runtime_error("insufficient balance");
        balance -= amount;
    }

    void print() const { cout << owner << ": " << balance << endl; }
};

int main() {
    string name, what;
    long long amount;
    cin >> name;
    Account account(name);
    while (cin >> what >> amount) {
        try {
            if (what == "deposit") {
                account.deposit(amount);
            } else if (what == "withdraw") {
                account.withdraw(amount);
            } else {
                cout << "unknown command" << endl;
            }
        } catch (const exception& e) {
            cout << "error: " << e.what() << endl;
        }
    }
    account.print();
    return 0;
}
