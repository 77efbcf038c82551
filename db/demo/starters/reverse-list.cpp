#include <iostream>

struct Node {
    int value;
    Node* next;
};

Node* reversed(Node* head) {
    return head;  // bend the links
}

int main() {
    int n = 0;
    std::cin >> n;
    Node* head = nullptr;
    // Build the list, reverse it, print it, and free every node.
    head = reversed(head);
    std::cout << "null\n";
}
