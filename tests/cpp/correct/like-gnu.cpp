// What shows with which library a program was compiled: the output is that of g++ 12.
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <vector>
using namespace std;

struct Shape {
    int id;
    Shape(int i) : id(i) {}
    virtual ~Shape() { cout << "~" << id << " "; }
};

struct Noisy {
    int id;
    Noisy(int i) : id(i) {}
    Noisy(Noisy&& other) noexcept : id(other.id) { cout << "move " << id << " "; other.id = 0; }
    Noisy& operator=(Noisy&& other) noexcept { id = other.id; other.id = 0; return *this; }
    ~Noisy() { cout << "~" << id << " "; }
};

struct Copied {
    int id;
    Copied(int i) : id(i) {}
    Copied(const Copied& other) : id(other.id) { cout << "copy " << id << " "; }
    ~Copied() { cout << "~" << id << " "; }
};

template <class Draw>
void show(const char* name, Draw draw) {
    cout << name;
    for (int i = 0; i < 6; i++) cout << " " << draw();
    cout << "\n";
}

int main() {
    {
        vector<unique_ptr<Shape>> shapes;
        for (int i = 1; i <= 4; i++) shapes.push_back(make_unique<Shape>(i));
        shapes.erase(shapes.begin() + 1);
        cout << "| ";
    }
    cout << "\n";
    {
        vector<Noisy> all;
        for (int i = 1; i <= 3; i++) all.emplace_back(i);
        cout << "| ";
        all.erase(all.begin());
        cout << "| ";
    }
    cout << "\n";
    {
        vector<Copied> all;
        for (int i = 1; i <= 3; i++) all.emplace_back(i);
        cout << "| ";
        all.resize(1, Copied(9));
        cout << "| ";
        all.clear();
    }
    cout << "\n";
    {
        map<int, Shape> m;
        set<unique_ptr<Shape>> one;
        deque<Shape> d;
        for (int i : {3, 1, 4, 5, 9, 2, 6}) m.emplace(i, i);
        for (int i = 10; i < 13; i++) d.emplace_back(i);
    }
    cout << "\n";
    show("rand", rand);
    srand(42);
    show("srand(42)", rand);
    srand(0);
    show("srand(0)", [] { return rand() % 6 + 1; });
    srand(4000000000u);
    show("srand(4e9)", rand);
    mt19937 gen(42);
    uniform_int_distribution<int> die(1, 6);
    show("die", [&] { return die(gen); });
    show("all", [&] { return uniform_int_distribution<int>(-2147483647 - 1, 2147483647)(gen); });
    show("wide", [&] { return uniform_int_distribution<long long>(0, 1000000000000LL)(gen); });
    show("same", [&] { return uniform_int_distribution<int>(7, 7)(gen); });
    mt19937_64 gen64(7);
    show("64", [&] { return uniform_int_distribution<int>(1, 100)(gen64); });
    default_random_engine engine(1);
    show("default", [&] { return engine(); });
    show("of default", [&] { return uniform_int_distribution<int>(1, 1000)(engine); });
    show("real", [&] { return uniform_real_distribution<double>(0, 1)(gen); });
    normal_distribution<double> normal(0, 1);
    show("normal", [&] { return normal(gen); });
    show("coin", [&] { return bernoulli_distribution(0.5)(gen); });
    for (int size : {5, 8}) {
        vector<int> cards(size);
        iota(cards.begin(), cards.end(), 1);
        shuffle(cards.begin(), cards.end(), gen);
        for (int card : cards) cout << card << " ";
        cout << "\n";
    }
    vector<int> many(70000);
    iota(many.begin(), many.end(), 1);
    shuffle(many.begin(), many.end(), gen);
    cout << many[0] << " " << many[69999] << "\n";
    return 0;
}
