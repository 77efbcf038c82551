#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <unistd.h>
using namespace std;

int main() {
    {
        ofstream out("marks.txt");
        string name;
        int mark;
        while (cin >> name >> mark) out << name << ',' << mark << '\n';
    }
    ifstream in("marks.txt");
    if (!in) {
        cerr << "cannot open marks.txt\n";
        return 1;
    }
    string line;
    int lines = 0, total = 0;
    while (getline(in, line)) {
        size_t comma = line.find(',');
        total += stoi(line.substr(comma + 1));
        lines++;
    }
    in.close();
    cout << lines << " students, " << total << " marks, " << filesystem::file_size("marks.txt")
         << " bytes\n";
    remove("marks.txt");
    cout << (filesystem::exists("marks.txt") ? "still there" : "removed") << '\n';
    if (!ifstream("other.txt")) cout << "other.txt is not there\n";
}
