#include <string>

class Account {
    // your turn
};
