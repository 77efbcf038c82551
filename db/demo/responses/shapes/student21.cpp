#include <iomanip>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Shape {
    virtual double area() const = 0;
    virtual ~Shape() {}
};

struct Circle : Shape {
    double r;
    Circle(double r) : r(r) {}
    double area() const { return 3.14159265358979 * r * r; }
    ~Circle() { cout << "~Circle" << endl; }
};

struct Rectangle : Shape {
    double w, h;
    Rectangle(double w, double h) : w(w), h(h) {}
    double area() const { return w * h; }
    ~Rectangle() { cout << "~Rectangle" << endl; }
};

int main() {
    int n;
    cin >> n;
    vector<Shape*> v;
    string kind;
    double a, b;
    while (n--) {
        cin >> kind >> a;
        if (kind == "circle") v.push_back(new Circle(a));
        else { cin >> b; v.push_back(new Rectangle(a, b)); }
    }
    cout << fixed << setprecision(2);
    for (Shape* s : v) cout << s->area() << endl;
    for (Shape* s : v) delete s;
}
