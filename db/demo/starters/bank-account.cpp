#include <iostream>
#include <string>

class Account {
public:
    bool deposit(long long amount) {
        return false;
    }

    bool withdraw(long long amount) {
        return false;
    }

    long long balance() const { return balance_; }

private:
    long long balance_ = 0;
};

int main() {
    int q = 0;
    std::cin >> q;
    Account account;
    while (q-- > 0) {
        std::string what;
        long long amount = 0;
        std::cin >> what >> amount;
        // Call the right one, and print ok or refused.
    }
    std::cout << "balance = " << account.balance() << "\n";
}
