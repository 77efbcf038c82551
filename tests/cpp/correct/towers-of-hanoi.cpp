#include <iostream>
using namespace std;

int moves = 0;

void hanoi(int n, char from, char to, char via) {
    if (n == 0) return;
    hanoi(n - 1, from, via, to);
    moves++;
    if (moves <= 3) cout << from << " -> " << to << "\n";
    hanoi(n - 1, via, to, from);
}

int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main() {
    int n;
    cin >> n;
    hanoi(n, 'A', 'C', 'B');
    cout << moves << " moves\n";
    cout << depth(2000) << " calls deep\n";
}
