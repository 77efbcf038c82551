#include <bits/stdc++.h>
using namespace std;

class Matrix {
    int size;
    vector<vector<long long>> cells;

public:
    Matrix(int n) : size(n), cells(n, vector<long long>(n, 0)) {}
    long long& operator()(int row, int column) { return cells[row][column]; }
    long long operator()(int row, int column) const { return cells[row][column]; }

    Matrix operator*(const Matrix& other) const {
        assert(size == other.size);
        Matrix product(size);
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                for (int k = 0; k < size; k++) product(i, j) += cells[i][k] * other(k, j);
        return product;
    }

    friend ostream& operator<<(ostream& out, const Matrix& m) {
        for (auto& row : m.cells) {
            for (auto cell : row) out << cell << ' ';
            out << '\n';
        }
        return out;
    }
};

int main() {
    int power;
    cin >> power;
    Matrix base(2), result(2);
    base(0, 0) = base(0, 1) = base(1, 0) = 1;
    result(0, 0) = result(1, 1) = 1;
    for (int i = 0; i < power; i++) result = result * base;
    cout << result;
    priority_queue<int, vector<int>, greater<int>> smallest;
    for (int x : {5, 3, 8}) smallest.push(x);
    cout << smallest.top() << ' ' << __gcd(12, 18) << endl;
}
