#include <algorithm>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>
using namespace std;

struct C { string name; int marks, age; };

int main() {
    int n, cut;
    cin >> n >> cut;
    vector<C> v(n);
    for (auto& c : v) cin >> c.name >> c.marks >> c.age;
    stable_sort(v.begin(), v.end(), [](const C& a, const C& b) {
        return make_tuple(-a.marks, a.age) < make_tuple(-b.marks, b.age);
    });
    int above = 0;
    for_each(v.begin(), v.end(), [&](const C& c) { above += c.marks > cut; });
    for (auto& c : v) cout << c.name << '\n';
    cout << "above: " << above << endl;
}
