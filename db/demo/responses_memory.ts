import { handedIn } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** What was handed in on Pointers & Memory Management. */
export const responsesOnMemory: DemoResponse[] = [
  ...handedIn(
    "rotate-three",
    ["mentor", "mentor3"],
    { from: 13700, to: 9800 },
    "8 29 40 31 2 5 1 13 20 27 39 v",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;

          void rotate(int* a, int* b, int* c) {
              int t = *c;
              *c = *b;
              *b = *a;
              *a = t;
          }

          int main() {
              int p, q, r, k;
              cin >> p >> q >> r >> k;
              for (int i = 0; i < k; i++) rotate(&p, &q, &r);
              cout << p << " " << q << " " << r << endl;
          }
        `,
        notes: "Stars on both sides: write into the box, read from the box.",
        comment: "After our chalk boxes I expected nothing less. Approved.",
      },
      {
        code: prose`
          #include <iostream>
          #include <algorithm>
          using namespace std;

          void rotate(int* a, int* b, int* c) {
              swap(*a, *b);
              swap(*a, *c);
          }

          int main() {
              int x, y, z, k;
              cin >> x >> y >> z >> k;
              while (k--) rotate(&x, &y, &z);
              cout << x << ' ' << y << ' ' << z << '\n';
          }
        `,
        notes: "Two swaps do it. I proved it on paper with 1 2 3.",
        comment: "Elegant, and proved. What more could I ask?",
      },
      {
        code: prose`
          #include <iostream>

          void rotate(int* a, int* b, int* c) {
              int old_a = *a, old_b = *b, old_c = *c;
              *a = old_c;
              *b = old_a;
              *c = old_b;
          }

          int main() {
              int a, b, c, k;
              std::cin >> a >> b >> c >> k;
              k %= 3;
              while (k--) rotate(&a, &b, &c);
              std::cout << a << " " << b << " " << c << std::endl;
          }
        `,
        comment: "k %= 3 was not asked for, and it is clever. Approved.",
      },
      {
        status: "not understanding",
        code: prose`
          #include <iostream>
          using namespace std;

          void rotate(int a, int b, int c) {
              int t = c;
              c = b;
              b = a;
              a = t;
          }

          int main() {
              int x, y, z, k;
              cin >> x >> y >> z >> k;
              while (k--) rotate(x, y, z);
              cout << x << " " << y << " " << z << endl;
          }
        `,
        notes:
          "Without stars it compiles, with stars I get only errors. But without stars nothing is rotated. When do I need & and when *?",
        comment:
          "Your three statements are right; they work on copies. & asks 'where is it?', * says 'go there'. Write the call with & first, then let the compiler lead you.",
        gaveUp: true,
      },
    ],
  ),
  ...handedIn(
    "own-vector",
    ["mentor3", "mentor"],
    { from: 9300, to: 5200 },
    "27 1 5 14 8 33 22 v2",
    [
      {
        code: prose`
          #include <iostream>

          [[nodiscard]] int* grow(int* data, int& capacity) {
              int* bigger = new int[capacity * 2];
              for (int i = 0; i < capacity; i++) bigger[i] = data[i];
              delete[] data;
              capacity *= 2;
              return bigger;
          }

          int main() {
              int capacity = 1, size = 0, value;
              int* data = new int[capacity];
              while (std::cin >> value && value != -1) {
                  if (size == capacity) data = grow(data, capacity);
                  data[size++] = value;
              }
              std::cout << size << " " << capacity << "\n";
              if (size == 0) std::cout << "empty";
              for (int i = size - 1; i >= 0; i--) {
                  std::cout << data[i];
                  if (i) std::cout << " ";
              }
              std::cout << "\n";
              delete[] data;
          }
        `,
        notes:
          "Returning the new pointer keeps it visible at the call. nodiscard so that I never forget it.",
        comment:
          "The one sentence that I wanted is in your notes. Clean under the sanitizer. Approved.",
      },
      {
        code: prose`
          #include <iostream>
          #include <algorithm>
          using namespace std;

          int main() {
              int cap = 1, n = 0, x;
              int* a = new int[cap];
              while (cin >> x) {
                  if (x == -1) break;
                  if (n == cap) {
                      int* b = new int[2 * cap];
                      copy(a, a + n, b);
                      delete[] a;
                      a = b;
                      cap = 2 * cap;
                  }
                  a[n] = x;
                  n++;
              }
              cout << n << " " << cap << endl;
              if (n == 0) cout << "empty";
              for (int i = n - 1; i >= 0; i--) cout << a[i] << (i ? " " : "");
              cout << endl;
              delete[] a;
          }
        `,
        at: 8300,
        notes: "Checked with -fsanitize=address, no report.",
        comment: "Nicely done, and std::copy saves you a loop. Approved.",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int cap = 1, n = 0, x;
              int* a = new int[cap];
              while (cin >> x && x != -1) {
                  if (n == cap) {
                      int* b = new int[cap *= 2];
                      for (int i = 0; i < n; i++) b[i] = a[i];
                      a = b;
                  }
                  a[n++] = x;
              }
              cout << n << " " << cap << endl;
              if (!n) cout << "empty";
              while (n--) cout << a[n] << (n ? " " : "");
              cout << endl;
          }
        `,
        comment:
          "The output is right, the memory is not: count your new[] and your delete[]. For 100 000 numbers you leak 18 blocks. Run it with the sanitizer and send it again.",
      },
    ],
  ),
  ...handedIn(
    "reverse-list",
    ["mentor", "mentor3"],
    { from: 3250, to: 1500 },
    "14 5 27 33 36",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;

          struct Node {
              int value;
              Node* next;
          };

          Node* reverse(Node* head, Node* done = nullptr) {
              if (!head) return done;
              Node* rest = head->next;
              head->next = done;
              return reverse(rest, head);
          }

          int main() {
              int n, x;
              cin >> n;
              Node *head = nullptr, *last = nullptr;
              while (n--) {
                  cin >> x;
                  Node* fresh = new Node{x, nullptr};
                  if (!head) head = fresh;
                  else last->next = fresh;
                  last = fresh;
              }
              head = reverse(head);
              for (Node* p = head; p; p = p->next) cout << p->value << " -> ";
              cout << "null" << endl;
              while (head) {
                  Node* gone = head;
                  head = head->next;
                  delete gone;
              }
          }
        `,
        notes: "Tried it with recursion, the second parameter carries the finished part.",
        comment:
          "Lovely. How deep does it go for n = 10 000, and how deep for ten million? Approved all the same.",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          #include <vector>
          using namespace std;

          int main() {
              int n;
              cin >> n;
              vector<int> v(n);
              for (int& x : v) cin >> x;
              for (int i = n - 1; i >= 0; i--) cout << v[i] << " -> ";
              cout << "null\n";
          }
        `,
        comment:
          "The output is right, but where is the list? The exercise is the links, not the printing.",
      },
    ],
  ),
];
