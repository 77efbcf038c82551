#include <iostream>
using namespace std;

struct Node {
    int value;
    Node* next;
};

Node* reverse(Node* head, Node* done = nullptr) {
    if (!head) return done;
    Node* rest = head->next;
    head->next = done;
    return reverse(rest, head);
}

int main() {
    int n, x;
    cin >> n;
    Node *head = nullptr, *last = nullptr;
    while (n--) {
        cin >> x;
        Node* fresh = new Node{x, nullptr};
        if (!head) head = fresh;
        else last->next = fresh;
        last = fresh;
    }
    head = reverse(head);
    for (Node* p = head; p; p = p->next) cout << p->value << " -> ";
    cout << "null" << endl;
    while (head) {
        Node* gone = head;
        head = head->next;
        delete gone;
    }
}
