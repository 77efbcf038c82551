#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

class Account {
    int balance = 100;

public:
    void withdraw(int amount) {
        if (amount > balance) {
            throw runtime_error("insufficient balance");
        }
        balance -= amount;
        cout << balance << " left" << endl;
    }
};

int main() {
    Account account;
    account.withdraw(30);
    account.withdraw(90);
}
