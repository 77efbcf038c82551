#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <string>

struct Book {
    std::string title;
    int left = 0;
    // Who has it, and who waits for it?
};

class Desk {
public:
    void addBook(int number, int copies, const std::string& title) {
        books_[number].title = title;
        books_[number].left += copies;
    }

    std::string issue(int number, int roll) {
        if (!books_.count(number)) return "no such book";
        return "issued";  // not always
    }

private:
    std::map<int, Book> books_;
};

int main() {
    Desk desk;
    std::string line;
    while (std::getline(std::cin, line) && line != "end") {
        std::istringstream in(line);
        std::string command;
        in >> command;
        // Read the rest of the command, and call the desk.
    }
}
