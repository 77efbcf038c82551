import { handedIn } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** What was handed in on Arrays, String. */
export const responsesOnArrays: DemoResponse[] = [
  ...handedIn(
    "rotate-seats",
    ["mentor2", "mentor"],
    { from: 11800, to: 8200 },
    "2 4 12 34 3 9 13 16 19 28 37 v2",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;

          void flip(int* a, int i, int j) {
              for (; i < j; i++, j--) {
                  int t = a[i];
                  a[i] = a[j];
                  a[j] = t;
              }
          }

          int main() {
              int n, k, a[1000];
              cin >> n >> k;
              for (int i = 0; i < n; i++) cin >> a[i];
              k = k % n;
              flip(a, 0, n - 1);
              flip(a, 0, k - 1);
              flip(a, k, n - 1);
              for (int i = 0; i < n; i++) cout << a[i] << (i < n - 1 ? " " : "\n");
          }
        `,
        notes: "Last index is n - 1, always. I will write it on my wall.",
        comment: "Do, and add a photo. Approved.",
      },
      {
        code: prose`
          #include <algorithm>
          #include <iostream>
          #include <vector>

          int main() {
              int n, k;
              std::cin >> n >> k;
              std::vector<int> a(n);
              for (auto& x : a) std::cin >> x;
              std::rotate(a.rbegin(), a.rbegin() + k % n, a.rend());
              for (int i = 0; i < n; ++i) std::cout << (i ? " " : "") << a[i];
              std::cout << "\n";
          }
        `,
        comment: "Reverse iterators, already! Tell us in class how you found that. Approved.",
      },
      {
        status: "partially solved",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int n, k, a[1000];
              cin >> n >> k;
              for (int i = 0; i < n; i++) cin >> a[i];
              while (k--) {
                  int last = a[n - 1];
                  for (int i = n - 1; i > 0; i--) a[i] = a[i - 1];
                  a[0] = last;
              }
              for (int i = 0; i < n; i++) cout << a[i] << " ";
          }
        `,
        notes:
          "Moving by one seat, k times. Correct for small k, for a million it does not finish in time.",
        comment: "One line before your while makes it fast enough. What happens after n moves?",
      },
    ],
  ),
  ...handedIn(
    "best-streak",
    ["mentor2"],
    { from: 10600, to: 4700 },
    "25 4 30 24 33 8 v 5",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int n, x;
              cin >> n >> x;
              long long here = x, best = x;
              for (int i = 1; i < n; i++) {
                  cin >> x;
                  if (here < 0) here = x;
                  else here += x;
                  if (here > best) best = here;
              }
              cout << best << endl;
          }
        `,
        at: 7500,
        notes:
          "A negative past only pulls down, so drop it. Starting with the first element, not with 0.",
        comment: "That sentence is the whole proof. Approved.",
      },
      {
        status: "partially solved",
        code: prose`
          #include <iostream>
          using namespace std;

          int a[100000];

          int main() {
              int n;
              cin >> n;
              for (int i = 0; i < n; i++) cin >> a[i];
              int best = a[0];
              for (int i = 0; i < n; i++)
                  for (int j = i; j < n; j++) {
                      int s = 0;
                      for (int k = i; k <= j; k++) s += a[k];
                      if (s > best) best = s;
                  }
              cout << best << endl;
          }
        `,
        notes:
          "Correct for the samples, with three loops. I do not see how one loop can look at all the streaks.",
        gaveUp: true,
        comment:
          "A correct slow program is a fine beginning. First step: the innermost loop adds up again what you knew already. Can you drop it?",
      },
    ],
  ),
  ...handedIn(
    "palindrome-phrase",
    ["mentor2", "mentor3"],
    { from: 9300, to: 6300 },
    "39 6 29 15 1 2 10 17 21 32 36 v",
    [
      {
        code: prose`
          #include <cctype>
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              string s;
              getline(cin, s);
              int i = 0, j = (int) s.size() - 1;
              bool ok = true;
              while (i < j && ok) {
                  unsigned char a = s[i], b = s[j];
                  if (!isalnum(a)) i++;
                  else if (!isalnum(b)) j--;
                  else ok = tolower(s[i++]) == tolower(s[j--]);
              }
              cout << (ok ? "yes" : "no") << endl;
          }
        `,
        at: 8800,
        notes: "size() is unsigned, an empty line gave a huge number. Cast to int first.",
        comment:
          "Approved. The line with i++ and j-- inside is clever; I would rather have it in three lines.",
      },
      {
        code: prose`
          #include <algorithm>
          #include <iostream>
          #include <string>

          int main() {
              std::string line, clean;
              std::getline(std::cin, line);
              for (unsigned char c : line)
                  if (isalnum(c)) clean += tolower(c);
              std::string back(clean.rbegin(), clean.rend());
              std::cout << (clean == back ? "yes" : "no") << "\n";
          }
        `,
        notes: "First cleaning, then comparing with the reverse.",
        comment:
          "Two simple steps instead of one tricky one: good engineering. It needs more memory, which is fine here.",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              string s;
              cin >> s;
              string r(s.rbegin(), s.rend());
              cout << (s == r ? "yes" : "no");
          }
        `,
        comment:
          "Run the first sample: how much of the line did you read? Then think about capital letters.",
      },
      {
        status: "having doubt",
        notes:
          "Can I remove the spaces first with a loop and erase? Each time I erase something the loop jumps over the next letter.",
        comment:
          "Erasing moves everything after it one place forward. Either do not step on in that round, or build a new string.",
      },
    ],
  ),
  ...handedIn(
    "run-length",
    ["mentor", "mentor2"],
    { from: 7500, to: 4600 },
    "36 9 26 38 3 4 13 16 25 v2",
    [
      {
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              string w, out;
              cin >> w;
              int count = 1;
              for (size_t i = 1; i <= w.size(); i++) {
                  if (i < w.size() && w[i] == w[i - 1]) {
                      count++;
                  } else {
                      out += w[i - 1];
                      if (count > 1) out += to_string(count);
                      count = 1;
                  }
              }
              cout << out << " " << w.size() - out.size() << endl;
          }
        `,
        notes:
          "Going one step too far on purpose (i <= size) so that the last run also meets its end.",
        comment: "On purpose, guarded, and explained. Approved with both hands.",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          #include <map>
          using namespace std;

          int main() {
              string w, out;
              cin >> w;
              map<char, int> m;
              for (char c : w) m[c]++;
              for (auto p : m) {
                  out += p.first;
                  if (p.second > 1) out += to_string(p.second);
              }
              cout << out << " " << w.size() - out.size();
          }
        `,
        comment:
          "Try abab: your map thinks that there are two runs. The samples are kind to you, the statement is not.",
      },
      {
        status: "not understanding",
        notes:
          "What does saved mean? And must I print the number also when the run is only one letter?",
        comment:
          "Saved = length of the word minus length of the packed word. For runs of one letter the second sentence has the answer. Now try abc by hand.",
      },
    ],
  ),
];
