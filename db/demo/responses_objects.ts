import { handedIn } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** What was handed in on Object-Oriented Programming (OOP). */
export const responsesOnObjects: DemoResponse[] = [
  ...handedIn(
    "bank-account",
    ["mentor2"],
    { from: 6500, to: 4400 },
    "13 5 28 20 6 8 22 27 34 39",
    [
      {
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          class Account {
              long long balance_ = 0;

          public:
              bool deposit(long long amount) {
                  if (amount <= 0) return false;
                  balance_ += amount;
                  return true;
              }
              bool withdraw(long long amount) {
                  if (amount <= 0) return false;
                  if (amount > balance_) return false;
                  balance_ -= amount;
                  return true;
              }
              long long balance() const { return balance_; }
          };

          int main() {
              int q;
              cin >> q;
              Account acc;
              while (q--) {
                  string cmd;
                  long long x;
                  cin >> cmd >> x;
                  bool ok = (cmd == "deposit") ? acc.deposit(x) : acc.withdraw(x);
                  cout << (ok ? "ok" : "refused") << endl;
              }
              cout << "balance = " << acc.balance() << endl;
          }
        `,
        at: 6000,
        notes:
          "Members of built-in type are NOT zero by default. Now I write = 0 at the declaration.",
        comment: "Approved. Public part first is kinder to the reader, but that is taste.",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          class Account {
          public:
              long long balance = 0;
              bool deposit(long long x) { balance += x; return true; }
              bool withdraw(long long x) { balance -= x; return true; }
          };

          int main() {
              int q;
              cin >> q;
              Account a;
              while (q--) {
                  string c;
                  long long x;
                  cin >> c >> x;
                  if (x <= 0 || (c == "withdraw" && x > a.balance)) {
                      cout << "refused\n";
                  } else {
                      if (c == "deposit") a.deposit(x);
                      else a.withdraw(x);
                      cout << "ok\n";
                  }
              }
              cout << "balance = " << a.balance << "\n";
          }
        `,
        comment:
          "All samples pass, and yet: in which part of your program do the rules live? If I write a second main with a.balance = -1, who stops me? Move them inside.",
      },
      {
        status: "partially solved",
        notes:
          "deposit works. In withdraw I return nothing when it is refused, the compiler warns: control reaches end of non-void function.",
        gaveUp: true,
        comment:
          "The warning is right, and it is a promise broken: bool means that every way out returns a bool.",
      },
    ],
  ),
  ...handedIn(
    "shapes",
    ["mentor3", "mentor2"],
    { from: 4700, to: 900 },
    "21 14 32 35 16 2 v 30",
    [
      {
        code: prose`
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
        `,
        notes: "One word, virtual, before ~Shape. Without it the derived part is never destroyed.",
        comment:
          "Approved. Write override behind area(): the compiler will then catch a forgotten const for you.",
      },
      {
        status: "partially solved",
        notes:
          "Areas ok. The destructor lines of my program come in between the areas, because I delete each shape directly after printing it.",
        comment:
          "Read the section on output again: first all the areas, then all the farewells. Two loops.",
      },
      {
        verdict: "not approved",
        comment:
          "The link shows an empty repository: did you push? Your bench mate says that it works on your laptop.",
      },
    ],
  ),
  ...handedIn(
    "which-destructor",
    ["mentor3"],
    { from: 5000, to: 1000 },
    "5 33 27 14",
    [
      {
        notes:
          "Predicted +a+b?b-b+p?p-p-a. Forgot both copies, and thought that p dies. With const Lamp& the c entries disappear.",
        comment: "A wrong prediction that is explained is worth more than a right guess. Approved.",
      },
      {
        notes:
          "With unique_ptr the last -p appears before -a, since p was declared after a. Reverse order of birth.",
        comment: "Well seen, the order is the best part.",
      },
      {
        status: "partially solved",
        notes:
          "I ran it first by mistake, so my prediction does not count. Parts 2 and 3 are done, part 4 I wrote delete but where exactly?",
        comment:
          "Then predict a variation instead: swap the two calls of look. For part 4: who needs p last?",
      },
    ],
  ),
  ...handedIn(
    "record-keeper",
    ["mentor"],
    { from: 11000, to: 4600 },
    "9 32 5 8",
    [
      {
        notes: "Done in pair with Manish. 7 classes first, then we threw 5 away.",
        comment:
          "Throwing away is the hardest part of design. README and sample session are exemplary. Approved.",
      },
      {
        notes: "In pair with Vaishnavi. I wrote Register, she wrote Student and the menu.",
        comment:
          "The border between your parts is clear in the history of the repository. Approved.",
      },
      {
        status: "partially solved",
        notes:
          "Add, list and find work. When I remove a student, the list by average still shows him until I restart.",
        comment:
          "You keep two lists of the same people, and one of them was not told. Could there be only one, sorted on demand?",
      },
    ],
  ),
];
