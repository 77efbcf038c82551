#include <iostream>

struct Node {
    int value;
    Node* next;
};

Node* find(Node* head, int value) {
    while (head != nullptr && head->value != value) head = head->next;
    return head;
}

int main() {
    Node last{3, nullptr}, first{1, &last};
    int wanted;
    std::cin >> wanted;
    Node* found = find(&first, wanted);
    std::cout << "found " << found->value << std::endl;
}
