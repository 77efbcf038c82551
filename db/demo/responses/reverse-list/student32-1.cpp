#include <iostream>

struct Node {
    int value;
    Node* next;
};

Node* reverse(Node* head) {
    Node* previous = nullptr;
    while (head != nullptr) {
        Node* next = head->next;
        head->next = previous;
        previous = head;
        head = next;
    }
    return previous;
}

int main() {
    int n = 0;
    std::cin >> n;
    Node* head = nullptr;
    Node** last = &head;
    for (int i = 0; i < n; i++) {
        int value = 0;
        std::cin >> value;
        *last = new Node{value, nullptr};
        last = &(*last)->next;
    }
    head = reverse(head);
    for (Node* node = head; node != nullptr; node = node->next) {
        std::cout << node->value << " -> ";
    }
    std::cout << "null\n";
    delete head;
}
