#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

template <typename T>
class Stack {
    vector<T> items_;

public:
    void push(const T& item) { items_.push_back(item); }
    const T& top() const {
        if (empty()) throw out_of_range("empty");
        return items_.back();
    }
    T pop() {
        T item = top();
        items_.pop_back();
        return item;
    }
    bool empty() const { return items_.empty(); }
    size_t size() const { return items_.size(); }
};

int main() {
    Stack<string> s;
    string cmd, w;
    while (cin >> cmd && cmd != "end") {
        try {
            if (cmd == "push") { cin >> w; s.push(w); }
            if (cmd == "pop") cout << s.pop() << endl;
            if (cmd == "top") cout << s.top() << endl;
            if (cmd == "size") cout << s.size() << endl;
        } catch (out_of_range& e) {
            cout << e.what() << endl;
        }
    }
}
