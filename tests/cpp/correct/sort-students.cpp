#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Student {
    string name;
    int mark;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<Student> students(n);
    for (auto& [name, mark] : students) cin >> name >> mark;
    sort(students.begin(), students.end(), [](const Student& a, const Student& b) {
        if (a.mark != b.mark) return a.mark > b.mark;
        return a.name < b.name;
    });
    for (size_t i = 0; i < students.size(); ++i) {
        cout << i + 1 << ". " << students[i].name << " (" << students[i].mark << ")\n";
    }
}
