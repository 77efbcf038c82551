#include <iostream>
using namespace std;

struct Node {
    int value;
    Node* next;
};

Node* reverse(Node* head) {
    Node* before = nullptr;
    while (head != nullptr) {
        Node* next = head->next;
        head->next = before;
        before = head;
        head = next;
    }
    return before;
}

int main() {
    Node *head = nullptr, *tail = nullptr;
    int value;
    while (cin >> value) {
        Node* node = new Node{value, nullptr};
        if (head == nullptr) head = node;
        else tail->next = node;
        tail = node;
    }
    head = reverse(head);
    for (Node* node = head; node != nullptr; node = node->next) {
        cout << node->value << (node->next ? " " : "\n");
    }
    while (head != nullptr) {
        Node* next = head->next;
        delete head;
        head = next;
    }
    return 0;
}
