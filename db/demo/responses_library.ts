import { handedIn } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** What was handed in on Exception Handling, File I/O, Advanced Topics, Templates, STL. */
export const responsesOnLibrary: DemoResponse[] = [
  ...handedIn(
    "safe-calculator",
    ["mentor", "mentor2"],
    { from: 2240, to: 700 },
    "28 17 36 12 14 1 2 9 22 39",
    [
      {
        code: prose`
          #include <iostream>
          #include <stdexcept>
          using namespace std;

          long long compute(long long a, char op, long long b) {
              if (op == '+') return a + b;
              if (op == '-') return a - b;
              if (op == '*') return a * b;
              if (op == '/') {
                  if (b == 0) throw domain_error("division by zero");
                  return a / b;
              }
              throw invalid_argument("unknown operator");
          }

          int main() {
              int q;
              cin >> q;
              while (q--) {
                  long long a, b;
                  char op;
                  cin >> a >> op >> b;
                  try {
                      cout << compute(a, op, b) << endl;
                  } catch (const domain_error& e) {
                      cout << "error: " << e.what() << endl;
                  } catch (const exception& e) {
                      cout << "error: " << e.what() << endl;
                  }
              }
          }
        `,
        notes: "Specific catch first, general last. Here both do the same so one would be enough.",
        comment: "You have answered my question before I asked it. Approved.",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          using namespace std;

          void compute(long long a, char op, long long b) {
              if (op == '/' && b == 0) { cout << "error: division by zero\n"; return; }
              if (op == '+') cout << a + b << "\n";
              else if (op == '-') cout << a - b << "\n";
              else if (op == '*') cout << a * b << "\n";
              else if (op == '/') cout << a / b << "\n";
              else cout << "error: unknown operator\n";
          }

          int main() {
              int q;
              cin >> q;
              while (q--) {
                  long long a, b;
                  char op;
                  cin >> a >> op >> b;
                  compute(a, op, b);
              }
          }
        `,
        comment:
          "The output is right, but nothing is ever thrown. Suppose that somebody wants to use compute in a program with windows and buttons: what would they do with your cout?",
      },
      {
        status: "partially solved",
        notes:
          'I throw with throw "division by zero"; and catch (string s). It ends with: terminate called after throwing an instance of char const*.',
        comment:
          "A text in quotes is not a std::string, and catch does not convert. Throw an object of a standard exception class instead.",
      },
      {
        status: "having doubt",
        notes:
          "Why is it not simpler to return -1 when something is wrong? Then main can check for it.",
        comment:
          "A fair question: which result would 4 - 5 have then? Write that down as your reason and finish the exercise with it.",
      },
    ],
  ),
  ...handedIn(
    "marks-file",
    ["mentor"],
    { from: 1330, to: 500 },
    "5 19 27",
    [
      {
        code: prose`
          #include <fstream>
          #include <iomanip>
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              int n;
              cin >> n;
              ofstream out("marks.txt");
              string name, top;
              int m, best = -1, total = 0, count = 0, failed = 0;
              while (n--) {
                  cin >> name >> m;
                  out << name << ' ' << m << '\n';
              }
              out.close();

              ifstream in("marks.txt");
              if (!in) {
                  cout << "cannot open" << endl;
                  return 1;
              }
              while (in >> name >> m) {
                  total += m;
                  count++;
                  if (m < 40) failed++;
                  if (m > best) { best = m; top = name; }
              }
              cout << "top: " << top << endl;
              cout << "average: " << fixed << setprecision(2) << (double) total / count << endl;
              cout << "failed: " << failed << endl;
          }
        `,
        notes: "I forgot close() first and the file was empty when reading.",
        comment:
          "Everybody forgets it once. Approved. See the mentors' solution for a way in which it cannot be forgotten.",
      },
      {
        verdict: "not approved",
        comment: "m >= best makes the LAST of equals the topper. Run the second sample once more.",
      },
      {
        notes: "Is it bad that marks.txt stays in the folder after the program?",
        comment: "Not at all, it was asked for. But put it in your .gitignore. Approved.",
      },
    ],
  ),
  ...handedIn(
    "sort-by-lambda",
    ["mentor2", "mentor3"],
    { from: 3550, to: 1200 },
    "5 8 33 39",
    [
      {
        code: prose`
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
        `,
        notes: "Comparing tuples saves the ifs.",
        comment:
          "It does, and it can never be inconsistent. count_if would say more clearly what the last lambda does. Approved.",
      },
      {
        verdict: "not approved",
        comment:
          "Your comparison returns a.marks >= b.marks. For two equal elements it must say false: std::stable_sort may do anything if it does not.",
      },
    ],
  ),
  ...handedIn("phone-book", ["mentor3"], { from: 6000, to: 4500 }, "30 33", [
    {
      notes: "Names with commas are quoted. parse(format(c)) == c for 10 000 random contacts.",
      comment: "You have discovered property testing by yourself. Outstanding. Approved.",
    },
    {
      status: "partially solved",
      notes: "Find is sensitive to capital letters still, and I overwrite contacts.csv directly.",
      comment:
        "The second matters more: pull the plug in the middle of saving, and what is left? Read point 4 again.",
    },
  ]),
  ...handedIn("shared-inventory", ["mentor3"], { from: 5600, to: 4700 }, "9", [
    {
      notes:
        "Took me three evenings, unique_ptr now feels natural. pop_back after the move is needed, otherwise there are empty crates.",
      comment:
        "Empty pointers, to be exact, but you know what you mean. Not one superfluous line. Approved.",
    },
  ]),
  ...handedIn("largest-of-any", ["mentor3"], { from: 165, to: 60 }, "5 4", [
    {
      code: prose`
        #include <iostream>
        #include <string>
        #include <vector>
        using namespace std;

        template <typename T>
        T largest(const vector<T>& items) {
            T best = items[0];
            for (const auto& x : items)
                if (best < x) best = x;
            return best;
        }

        template <class T>
        void run() {
            int n;
            cin >> n;
            vector<T> v(n);
            for (auto& x : v) cin >> x;
            cout << largest(v) << endl;
        }

        int main() {
            char c;
            cin >> c;
            if (c == 'i') run<int>();
            else if (c == 'd') run<double>();
            else run<string>();
        }
      `,
      notes: "Only < is used, so it would work for my own class as well if I give it an operator<.",
      comment: "Yes! That sentence is what generic programming means. Approved.",
    },
    {
      verdict: "not approved",
      code: prose`
        #include <iostream>
        #include <string>
        using namespace std;

        template <typename T>
        void solve(T best) {
            int n;
            cin >> n;
            for (int i = 0; i < n; i++) {
                T x;
                cin >> x;
                if (x > best) best = x;
            }
            cout << best << endl;
        }

        int main() {
            char c;
            cin >> c;
            if (c == 'i') solve(0);
            if (c == 'd') solve(0.0);
            if (c == 's') solve(string());
        }
      `,
      comment:
        "Neat, but feed it only negative numbers, as in the last sample. And the statement asks for largest(items).",
    },
  ]),
  ...handedIn("word-count", ["mentor2"], { from: 140, to: 45 }, "5 33", [
    {
      code: prose`
        #include <algorithm>
        #include <iostream>
        #include <map>
        #include <string>
        #include <vector>
        using namespace std;

        int main() {
            int k;
            cin >> k;
            map<string, int> freq;
            for (string w; cin >> w;) freq[w]++;
            vector<pair<int, string>> v;
            for (auto& [w, c] : freq) v.push_back({-c, w});
            sort(v.begin(), v.end());
            for (int i = 0; i < k && i < (int) v.size(); i++)
                cout << v[i].second << " " << -v[i].first << "\n";
        }
      `,
      notes: "Negative counts, then the normal order of pairs does everything.",
      comment:
        "A well known trick, well used. A comment of five words would help whoever has not seen it. Approved.",
    },
    {
      comment:
        "Approved. For fun: how would you find the first k without sorting everything? Look up partial_sort.",
    },
  ]),
];
