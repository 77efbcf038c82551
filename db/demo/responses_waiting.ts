import { learner, repositoryUrl } from "./response_entries.ts";
import type { DemoResponse, QuestionKey } from "./shape.ts";
import { prose } from "./text.ts";

/** A solved one that no mentor has looked at yet. */
function waiting(
  question: QuestionKey,
  short: string,
  minutesAgo: number,
  learningNotes: string,
  code?: string,
): DemoResponse {
  const student = learner(short);
  const submissionUrl = repositoryUrl(student, question);
  return { student, question, status: "solved", submissionUrl, learningNotes, code, minutesAgo };
}

/** What waits for a review: since some minutes, or since almost three days. */
export const responsesWaiting: DemoResponse[] = [
  waiting(
    "stack-template",
    "5",
    19,
    "pop uses top, so the check for empty is in one place only.",
    prose`
      #include <iostream>
      #include <stdexcept>
      #include <string>
      #include <vector>
      using namespace std;

      template <typename T>
      class Stack {
          vector<T> items_;

      public:
          void push(const T& item) { items_.push_back(item); }
          const T& top() const {
              if (empty()) throw out_of_range("empty");
              return items_.back();
          }
          T pop() {
              T item = top();
              items_.pop_back();
              return item;
          }
          bool empty() const { return items_.empty(); }
          size_t size() const { return items_.size(); }
      };

      int main() {
          Stack<string> s;
          string cmd, w;
          while (cin >> cmd && cmd != "end") {
              try {
                  if (cmd == "push") { cin >> w; s.push(w); }
                  if (cmd == "pop") cout << s.pop() << endl;
                  if (cmd == "top") cout << s.top() << endl;
                  if (cmd == "size") cout << s.size() << endl;
              } catch (out_of_range& e) {
                  cout << e.what() << endl;
              }
          }
      }
    `,
  ),
  waiting(
    "erase-while-iterating",
    "25",
    33,
    "erase already brings me to the next one, so ++ only in the else.",
    prose`
      #include <algorithm>
      #include <iostream>
      #include <vector>
      using namespace std;

      void show(const vector<int>& v) {
          if (v.empty()) { cout << "none\n"; return; }
          for (size_t i = 0; i < v.size(); i++) cout << (i ? " " : "") << v[i];
          cout << "\n";
      }

      int main() {
          int n, m;
          cin >> n >> m;
          vector<int> a(n);
          for (int& x : a) cin >> x;
          vector<int> b = a;
          auto it = a.begin();
          while (it != a.end()) {
              if (*it % m == 0) it = a.erase(it);
              else it++;
          }
          b.erase(remove_if(b.begin(), b.end(), [&](int x) { return x % m == 0; }), b.end());
          show(a);
          show(b);
      }
    `,
  ),
  waiting(
    "largest-of-any",
    "28",
    52,
    "The read loop is a template too. main has only three lines now.",
  ),
  waiting(
    "word-count",
    "9",
    61,
    "Used unordered_map for counting, the order comes from the sort anyway.",
    prose`
      #include <algorithm>
      #include <iostream>
      #include <string>
      #include <unordered_map>
      #include <vector>
      using namespace std;

      int main() {
          size_t k;
          cin >> k;
          unordered_map<string, int> m;
          string w;
          while (cin >> w) m[w] += 1;
          vector<pair<string, int>> v(m.begin(), m.end());
          sort(v.begin(), v.end(), [](auto& a, auto& b) {
              return a.second > b.second || (a.second == b.second && a.first < b.first);
          });
          if (v.size() > k) v.resize(k);
          for (auto& p : v) cout << p.first << " " << p.second << endl;
      }
    `,
  ),
  waiting(
    "marks-file",
    "4",
    310,
    "Closed the file with a block like in class.",
    prose`
      #include <fstream>
      #include <iomanip>
      #include <iostream>
      #include <string>
      using namespace std;

      void save(int n) {
          ofstream out("marks.txt");
          string name;
          int m;
          for (int i = 0; i < n; i++) {
              cin >> name >> m;
              out << name << " " << m << endl;
          }
      }

      int main() {
          int n;
          cin >> n;
          save(n);
          ifstream in("marks.txt");
          if (!in.is_open()) { cout << "cannot open\n"; return 1; }
          string name, top;
          int m, best = -1, failed = 0, count = 0;
          double sum = 0;
          while (in >> name >> m) {
              if (m > best) best = m, top = name;
              if (m < 40) ++failed;
              sum += m;
              ++count;
          }
          cout << "top: " << top << "\naverage: " << fixed << setprecision(2) << sum / count
               << "\nfailed: " << failed << "\n";
      }
    `,
  ),
  waiting(
    "marks-file",
    "36",
    1100,
    "Learnt that ofstream deletes the old content, and ios::app keeps it.",
  ),
  waiting(
    "safe-calculator",
    "6",
    1500,
    "",
    prose`
      #include <iostream>
      #include <stdexcept>
      using namespace std;

      long long compute(long long a, char op, long long b) {
          switch (op) {
              case '+': return a + b;
              case '-': return a - b;
              case '*': return a * b;
              case '/':
                  if (b == 0) throw domain_error("division by zero");
                  return a / b;
          }
          throw invalid_argument("unknown operator");
      }

      int main() {
          int q;
          cin >> q;
          try {
              while (q--) {
                  long long a, b;
                  char op;
                  cin >> a >> op >> b;
                  cout << compute(a, op, b) << "\n";
              }
          } catch (const exception& e) {
              cout << "error: " << e.what() << "\n";
          }
      }
    `,
  ),
  waiting("sort-by-lambda", "16", 2300, "Captured by value, since it is only an int."),
  waiting(
    "which-destructor",
    "19",
    2700,
    "Prediction: everything right except the two copies of look. Part 3: const reference. Part 4: delete p before the closing brace, or unique_ptr.",
  ),
  waiting(
    "reverse-list",
    "2",
    2950,
    "Drew it for three nodes, then the code was the drawing.",
    prose`
      #include <iostream>
      using namespace std;

      struct Node {
          int value;
          Node* next;
      };

      int main() {
          int n, x;
          cin >> n;
          Node* head = nullptr;
          Node* tail = nullptr;
          for (int i = 0; i < n; i++) {
              cin >> x;
              Node* node = new Node{x, nullptr};
              if (tail) tail->next = node;
              else head = node;
              tail = node;
          }
          Node *prev = nullptr, *cur = head;
          while (cur) {
              Node* next = cur->next;
              cur->next = prev;
              prev = cur;
              cur = next;
          }
          for (cur = prev; cur;) {
              cout << cur->value << " -> ";
              Node* next = cur->next;
              delete cur;
              cur = next;
          }
          cout << "null" << endl;
      }
    `,
  ),
  waiting("shapes", "12", 3600, "Rectangle took me longer than Circle, I had typed height twice."),
  waiting("own-vector", "34", 4200, "Late, sorry. It is clean with AddressSanitizer."),
];
