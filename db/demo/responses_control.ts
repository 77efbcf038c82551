import { handedIn } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** What was handed in on Operators, Control Structures, Functions. */
export const responsesOnControl: DemoResponse[] = [
  ...handedIn(
    "leap-year",
    ["mentor2", "mentor3"],
    { from: 16100, to: 12400 },
    "6 20 34 1 15 2 4 13 16 22 25 28 32 v2",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int q, y;
              cin >> q;
              for (int i = 0; i < q; i++) {
                  cin >> y;
                  bool leap = (y % 4 == 0 && y % 100 != 0) || (y % 400 == 0);
                  if (leap) cout << "leap" << endl;
                  else cout << "common" << endl;
              }
          }
        `,
        notes: "I had put the or inside the wrong bracket. Reading it aloud really helps.",
        comment: "And your named variable leap reads aloud as well. Approved.",
      },
      {
        code: prose`
          #include <iostream>

          bool leap(int y) { return !(y % 4) && (y % 100 || !(y % 400)); }

          int main() {
              int q, y;
              std::cin >> q;
              while (q--) {
                  std::cin >> y;
                  std::cout << (leap(y) ? "leap\n" : "common\n");
              }
          }
        `,
        comment:
          "Correct and very compact. Would your bench mate read !(y % 4) as fast as y % 4 == 0?",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int q, y;
              cin >> q;
              while (q--) {
                  cin >> y;
                  if (y % 4 == 0 && y % 100 != 0 || y % 400 == 0 && y % 4000 != 0)
                      cout << "leap" << endl;
                  else
                      cout << "common" << endl;
              }
          }
        `,
        comment:
          "Where does the rule with 4000 come from? It is not in the statement, and 4000 is within the limits. Please follow the statement.",
      },
      {
        status: "partially solved",
        notes:
          "I have it with three ifs and it works. I am not able to write it as one expression.",
        comment:
          "Good start: three ifs are three facts. Which of them are joined by 'and', which by 'or'?",
      },
    ],
  ),
  ...handedIn(
    "diamond",
    ["mentor2"],
    { from: 16600, to: 12800 },
    "11 18 37 26 7 1 3 10 12 21 29 35 39 34",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int n;
              cin >> n;
              for (int i = 1; i <= 2 * n - 1; i++) {
                  int row = i <= n ? i : 2 * n - i;
                  for (int s = 0; s < n - row; s++) cout << ' ';
                  for (int s = 0; s < 2 * row - 1; s++) cout << '*';
                  cout << '\n';
              }
          }
        `,
        at: 15900,
        notes: "Only one outer loop. And no spaces after the stars any more!",
        comment: "Mirroring the row number is a neat idea. Approved.",
      },
      {
        code: prose`
          #include <iostream>
          using namespace std;

          void row(int spaces, int stars) {
              while (spaces--) cout << " ";
              while (stars--) cout << "*";
              cout << endl;
          }

          int main() {
              int n;
              cin >> n;
              for (int i = 0; i < n; i++) row(n - 1 - i, 2 * i + 1);
              for (int i = n - 2; i >= 0; i--) row(n - 1 - i, 2 * i + 1);
          }
        `,
        notes: "My lower loop started at n - 1 before, this is where the double row came from.",
      },
      {
        status: "not understanding",
        notes:
          "I can print a triangle. For the diamond I do not know how many spaces in which row, I was changing numbers until it looked right for 3 and then it was wrong for 5.",
        comment:
          "Stop changing numbers, take a pencil: for n = 5 write a table with row, spaces, stars. The formula will look at you from the table.",
        gaveUp: true,
      },
      {
        status: "partially solved",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int n;
              cin >> n;
              for (int i = 1; i <= n; i++) {
                  for (int j = i; j < n; j++) cout << " ";
                  for (int j = 1; j < 2 * i; j++) cout << "*";
                  cout << endl;
              }
          }
        `,
        notes: "Upper half is done. Power went off in the lab before the lower half.",
        comment:
          "The upper half is right. Now walk the same loop backwards, and think where it must begin.",
      },
    ],
  ),
  ...handedIn(
    "gcd-tiles",
    ["mentor", "mentor2"],
    { from: 14500, to: 10800 },
    "30 27 9 2 6 13 19 21 32 36 38 v",
    [
      {
        code: prose`
          #include <iostream>
          using namespace std;
          typedef long long ll;

          ll gcd(ll a, ll b) {
              if (b == 0) return a;
              return gcd(b, a % b);
          }

          int main() {
              ll a, b;
              cin >> a >> b;
              ll g = gcd(a, b);
              cout << g << " " << (a / g) * (b / g) << endl;
          }
        `,
        notes:
          "The chain of calls always ends in (g, 0). I wrote it down for 7 13 and then it was clear.",
        comment: "A pencil beats a debugger for recursion. Approved.",
      },
      {
        code: prose`
          #include <iostream>
          #include <numeric>

          int main() {
              long long a, b;
              std::cin >> a >> b;
              long long g = std::gcd(a, b);
              std::cout << g << " " << a / g * (b / g) << "\n";
          }
        `,
        verdict: "not approved",
        comment:
          "Good to know that std::gcd exists! But this exercise is about writing the recursion yourself: three lines, please.",
      },
      {
        status: "partially solved",
        code: prose`
          #include <iostream>
          using namespace std;

          int gcd(int a, int b) {
              for (int i = min(a, b); i >= 1; i--)
                  if (a % i == 0 && b % i == 0) return i;
              return 1;
          }

          int main() {
              int a, b;
              cin >> a >> b;
              int g = gcd(a, b);
              cout << g << " " << (long long)(a / g) * (b / g) << endl;
          }
        `,
        notes: "Right answers, but it takes very long for the last sample. Recursion scares me.",
        gaveUp: true,
        comment:
          "Two thousand million steps: no wonder. Euclid needs about forty. Write down gcd(600, 480) by the rule in the hint, one call per line.",
      },
    ],
  ),
];
