import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Operators, Control Structures, Functions. */
export const questionsOfControl = [
  {
    key: "leap-year",
    title: "Leap Year in One Expression",
    explanation: prose`
      A year is a leap year when it is divisible by 4, except that years divisible by 100 are
      not, except that years divisible by 400 are.

      Write the whole rule as **one** boolean expression: no \`if\`, no \`?:\`.

      ### Input
      A number \`q\` (1 to 50), then \`q\` years, each from 1 to 9999.

      ### Output
      For each year one line, \`leap\` or \`common\`. (For choosing the *word* an \`if\` is fine.)

      ### Hint
      Say the rule aloud with "and", "or" and "not", then write it down. Which of \`&&\` and
      \`||\` binds tighter? Put brackets where a reader would have to stop and think.
    `,
    testCases: [
      {
        input: "4\n2024 1900 2000 2023",
        output: "leap\ncommon\nleap\ncommon",
        explanation: "1900 is divisible by 100 but not by 400; 2000 is divisible by 400.",
      },
      { input: "2\n4 100", output: "leap\ncommon" },
    ],
    difficulty: "easy",
    tags: ["operators", "boolean-logic", "precedence"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Operators",
    similarQuestions: [
      {
        title: "Operator precedence (reference)",
        url: "https://en.cppreference.com/w/cpp/language/operator_precedence",
      },
    ],
    distributionTag: "hw",
    createdBy: "mentor2",
    created: { daysAgo: 12, at: "17:00" },
    solution: {
      title: "The rule as it is spoken",
      content: prose`
        ~~~cpp
        #include <iostream>

        bool isLeap(int year) {
            return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        }

        int main() {
            int q = 0;
            std::cin >> q;
            while (q-- > 0) {
                int year = 0;
                std::cin >> year;
                std::cout << (isLeap(year) ? "leap" : "common") << "\n";
            }
        }
        ~~~

        \`&&\` binds tighter than \`||\`, so the brackets are not needed by the compiler. They are
        there for the person who reads it next.
      `,
      visible: true,
    },
  },
  {
    key: "diamond",
    title: "A Diamond of Stars",
    explanation: prose`
      Print a diamond whose middle row has \`2n - 1\` stars. There must be **no spaces after**
      the last star of a row.

      ### Input
      One integer \`n\`, 1 <= n <= 30.

      ### Output
      \`2n - 1\` rows. For \`n = 3\`:

      ~~~text
        *
       ***
      *****
       ***
        *
      ~~~

      ### Hint
      Make a small table on paper: row number, spaces, stars. Once the upper half is right, the
      lower half is the same loop walked backwards. Do not print the middle row twice.
    `,
    testCases: [
      { input: "1", output: "*" },
      { input: "2", output: " *\n***\n *" },
      { input: "3", output: "  *\n ***\n*****\n ***\n  *" },
    ],
    difficulty: "easy",
    tags: ["loops", "patterns", "nested-loops"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Control Structures",
    similarQuestions: [],
    distributionTag: "cw",
    createdBy: "mentor2",
    created: { daysAgo: 12, at: "10:10" },
    solution: {
      title: "One row printer, two loops",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <string>

        void printRow(int n, int row) {
            std::cout << std::string(n - row, ' ') << std::string(2 * row - 1, '*') << "\n";
        }

        int main() {
            int n = 0;
            std::cin >> n;
            for (int row = 1; row <= n; ++row) printRow(n, row);
            for (int row = n - 1; row >= 1; --row) printRow(n, row);
        }
        ~~~

        The second loop begins at \`n - 1\`, which is what keeps the middle row from appearing
        twice.
      `,
      visible: true,
    },
  },
  {
    key: "gcd-tiles",
    title: "Square Tiles for the Corridor",
    explanation: prose`
      A corridor of \`a\` by \`b\` centimetres is to be covered completely with equal square
      tiles, as large as possible and none of them cut. Find the side of a tile and how many
      tiles are needed.

      ### Input
      Two integers \`a\` and \`b\`, 1 <= a, b <= 2 000 000 000.

      ### Output
      The side and the number of tiles, separated by a space.

      ### What we want to see
      A **recursive function** \`gcd\` of at most three lines, and a \`main\` that only reads,
      calls and prints.

      ### Hint
      \`gcd(a, b)\` equals \`gcd(b, a % b)\`. When is the answer obvious without any further call?
      Mind the type of the product: how many tiles are there for \`2000000000 1\`, and for
      \`2000000000 1999999999\`?
    `,
    testCases: [
      { input: "600 480", output: "120 20", explanation: "Tiles of 120 cm: 5 by 4 of them." },
      { input: "7 13", output: "1 91" },
      {
        input: "2000000000 1999999999",
        output: "1 3999999998000000000",
        explanation: "The count does not fit into an int.",
      },
    ],
    difficulty: "easy",
    tags: ["recursion", "functions", "gcd"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Functions",
    similarQuestions: [
      {
        title: "Greatest Common Divisor of Strings",
        url: "https://leetcode.com/problems/greatest-common-divisor-of-strings/",
      },
      {
        title: "Find Greatest Common Divisor of Array",
        url: "https://leetcode.com/problems/find-greatest-common-divisor-of-array/",
      },
    ],
    distributionTag: "hw",
    createdBy: "mentor",
    created: { daysAgo: 11, at: "17:10" },
    solution: {
      title: "Euclid in one line",
      content: prose`
        ~~~cpp
        #include <iostream>

        long long gcd(long long a, long long b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        int main() {
            long long a = 0;
            long long b = 0;
            std::cin >> a >> b;
            const long long side = gcd(a, b);
            std::cout << side << " " << (a / side) * (b / side) << "\n";
        }
        ~~~

        The base case is \`b == 0\`, not \`a == b\`. The second number shrinks on every call, so
        the recursion must end, and it does so after a few dozen calls even for the largest input.
      `,
      visible: true,
    },
  },
] satisfies DemoQuestion[];
