import { handedIn } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** What was handed in on Basics & Syntax, Data Types & Variables. */
export const responsesOnBasics: DemoResponse[] = [
  ...handedIn(
    "roll-and-name",
    ["mentor", "mentor2"],
    { from: 17600, to: 13200 },
    "4 12 31 7 26 13 21 25 28 32 37 39 10 v 16",
    [
      {
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              int roll;
              string name;
              cin >> roll;
              cin.ignore();
              getline(cin, name);
              cout << "[" << roll << "] " << name << endl;
              return 0;
          }
        `,
        notes: "Learnt that Enter is also a character. ignore() eats it.",
        comment:
          "Correct. Try it with two spaces behind the roll number and see what ignore() does then. std::ws is safer.",
      },
      {
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              string line, name;
              getline(cin, line);
              getline(cin, name);
              int roll = stoi(line);
              cout << "[" << roll << "] " << name << "\n";
          }
        `,
        notes: "I read both as lines and convert the first, then there is nothing left behind.",
        comment: "A different road, and a good one: never mix the two ways of reading.",
      },
      {
        status: "having doubt",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int roll;
              string name;
              cin >> roll >> name;
              cout << "[" << roll << "] " << name << endl;
          }
        `,
        notes:
          "It prints only the first name. For [42] Asha Menon I get [42] Asha and Menon is lost.",
        comment:
          "You are close. cin >> reads one word. Which function reads a whole line? And mind the newline that is still waiting.",
      },
      {
        status: "not understanding",
        notes:
          "I have never programmed before. I do not understand the words stream and newline. The program does not wait for me to type the name.",
        comment:
          "Everybody in this room began there. Come to the doubt clinic on Saturday: bring exactly this program, we shall type it together.",
        gaveUp: true,
      },
    ],
  ),
  ...handedIn(
    "build-stages",
    ["mentor3"],
    { from: 29000, to: 15000 },
    "17 5 8 24 33 30 14 v2",
    [
      {
        at: 20500,
        notes:
          "Preprocessor pastes the headers, compiler makes assembly, assembler makes main.o, linker joins. undefined reference = linker, the missing semicolon = compiler, segmentation fault = nobody, it is at run time. Surprising line: main.cpp has 6 lines, after -E there were more than 28000.",
        comment: "All correct, and the last sentence is exactly the kind of surprise I hoped for.",
      },
      {
        notes:
          "A declaration is a promise and a definition is keeping it. If two files both keep it, the linker does not know which one to take.",
        comment: "I shall borrow your promise for the next batch. Approved.",
      },
      {
        verdict: "not approved",
        notes:
          "Stages are coding, compiling, debugging and running. All three errors come from the compiler.",
        comment:
          "Those are the steps that you do; the question is what g++ does. Please run the four commands of the hint one by one and look at the files.",
      },
    ],
  ),
  ...handedIn(
    "average-marks",
    ["mentor", "mentor3"],
    { from: 18000, to: 14500 },
    "3 6 17 12 1 4 11 15 16 21 26 31 35 37 39",
    [
      {
        code: prose`
          #include <iostream>
          #include <iomanip>
          using namespace std;

          int main() {
              int n, mark, sum = 0;
              cin >> n;
              for (int i = 0; i < n; i++) {
                  cin >> mark;
                  sum += mark;
              }
              cout << fixed << setprecision(2) << (double) sum / n << endl;
          }
        `,
        notes: "The cast has to be before the division, not around it.",
        comment: "Exactly. (double)(sum / n) would have been the classic mistake.",
      },
      {
        code: prose`
          #include <cstdio>

          int main() {
              int n;
              double total = 0, m;
              scanf("%d", &n);
              for (int i = 0; i < n; ++i) { scanf("%lf", &m); total += m; }
              printf("%.2f\n", total / n);
          }
        `,
        comment: "Correct C. Please do the next one with iostream, so that you learn that too.",
      },
      {
        status: "partially solved",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int n, x;
              double sum = 0;
              cin >> n;
              for (int i = 0; i < n; i++) { cin >> x; sum = sum + x; }
              cout << sum / n << endl;
          }
        `,
        notes:
          "Value is right but it shows 74.6667, and for 90.5 only one decimal. How to get exactly two?",
        comment:
          "The arithmetic is fine. Look up std::fixed: what does setprecision count without it?",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          #include <iomanip>
          using namespace std;

          int main() {
              int n, sum;
              cin >> n;
              for (int i = 0; i < n; i++) { int m; cin >> m; sum += m; }
              cout << fixed << setprecision(2) << sum / (double) n;
          }
        `,
        comment:
          "It works on your laptop by luck: what is the value of sum before the first +=? Compile with -Wall and read the warning.",
      },
    ],
  ),
  ...handedIn(
    "fits-in-64",
    ["mentor3"],
    { from: 27000, to: 11000 },
    "5 14 19 33 38 v 3",
    [
      {
        code: prose`
          #include <iostream>

          int main() {
              long long limit, f = 1;
              std::cin >> limit;
              int n = 1;
              while (f <= limit / (n + 1)) {
                  n++;
                  f = f * n;
              }
              std::cout << n << " " << f << std::endl;
          }
        `,
        notes: "Asking by division. The overflow never gets a chance.",
        comment: "Precisely the idea, and you found it yourself in the thread. Approved.",
      },
      {
        code: prose`
          #include <iostream>
          using namespace std;

          // largest n with n! <= limit, by dividing the limit down
          int main() {
              long long limit;
              cin >> limit;
              long long rest = limit, f = 1;
              int n = 1;
              while (rest / (n + 1) > 0) {
                  n++;
                  rest /= n;
                  f *= n;
              }
              cout << n << ' ' << f << endl;
          }
        `,
        comment: "Dividing the limit down is elegant. Can you argue why the rounding never hurts?",
      },
      {
        verdict: "not approved",
        code: prose`
          #include <iostream>
          #include <cmath>
          using namespace std;

          int main() {
              double limit, f = 1;
              int n = 1;
              cin >> limit;
              while (f * (n + 1) <= limit) { n++; f *= n; }
              cout << n << " " << (long long) f << endl;
          }
        `,
        comment:
          "The answers happen to be right, but the statement says no floating point. From which n on does a double no longer hold n! exactly? Please redo it with whole numbers.",
      },
    ],
  ),
];
