#include <iostream>
using namespace std;

struct Node {
    int value;
    Node* next;
};

int main() {
    int n, x;
    cin >> n;
    Node* head = nullptr;
    Node* tail = nullptr;
    for (int i = 0; i < n; i++) {
        cin >> x;
        Node* node = new Node{x, nullptr};
        if (tail) tail->next = node;
        else head = node;
        tail = node;
    }
    Node *prev = nullptr, *cur = head;
    while (cur) {
        Node* next = cur->next;
        cur->next = prev;
        prev = cur;
        cur = next;
    }
    for (cur = prev; cur;) {
        cout << cur->value << " -> ";
        Node* next = cur->next;
        delete cur;
        cur = next;
    }
    cout << "null" << endl;
}
