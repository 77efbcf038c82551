import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Basics & Syntax, Data Types & Variables. */
export const questionsOfBasics = [
  {
    key: "roll-and-name",
    title: "Roll Number First, Full Name Next",
    explanation: prose`
      The class register needs name badges. Read a roll number, then a **full name**, which may
      contain spaces, and print both as a badge.

      ### Input
      - Line 1: the roll number, an integer from 1 to 999.
      - Line 2: the full name, 1 to 60 characters, spaces allowed.

      ### Output
      One line: the roll number in square brackets, a space, and the name exactly as it was typed.

      ~~~text
      [42] Asha Menon
      ~~~

      ### Hint
      \`std::cin >> roll\` stops **before** the end of the line. Ask yourself who reads the
      newline that is left behind, and what \`std::getline\` does when it meets it first.
    `,
    testCases: [
      { input: "42\nAsha Menon", output: "[42] Asha Menon" },
      {
        input: "7\nLalthanpuii",
        output: "[7] Lalthanpuii",
        explanation: "A name without a space must work as well.",
      },
      { input: "118\nA. P. J. Abdul Kalam", output: "[118] A. P. J. Abdul Kalam" },
    ],
    difficulty: "easy",
    tags: ["input-output", "getline", "first-week"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Basics & Syntax",
    similarQuestions: [
      {
        title: "std::getline (reference)",
        url: "https://en.cppreference.com/w/cpp/string/basic_string/getline",
      },
    ],
    distributionTag: "hw",
    createdBy: "mentor",
    created: { daysAgo: 13, at: "17:05" },
    solution: {
      title: "Swallow the newline first",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <string>

        int main() {
            int roll = 0;
            std::string name;
            std::cin >> roll;
            std::getline(std::cin >> std::ws, name);
            std::cout << "[" << roll << "] " << name << "\n";
        }
        ~~~

        \`std::cin >> roll\` leaves the newline in the stream. \`std::ws\` skips white space, that
        newline included, so \`getline\` begins at the first letter of the name.
        \`std::cin.ignore()\` would do too, but it breaks as soon as somebody types a space after
        the number.
      `,
      visible: true,
    },
  },
  {
    key: "build-stages",
    title: "From Source File to Running Program",
    explanation: prose`
      Write a short note (150 to 250 words) in your own words.

      1. Name, in order, the stages between \`main.cpp\` and a running program, and say what goes
         into each one and what comes out of it.
      2. Which stage reports each of these?
         - \`expected ';' before 'return'\`
         - \`undefined reference to 'area(double)'\`
         - \`Segmentation fault (core dumped)\`
      3. Why may a function be *declared* in several files but *defined* in only one?

      ### Hint
      Try it on your own machine and look at the files that appear:

      ~~~bash
      g++ -E main.cpp | tail
      g++ -S main.cpp
      g++ -c main.cpp
      g++ main.o -o main
      ~~~

      Paste one surprising line you found. There is no single right answer to that part.
    `,
    testCases: [],
    difficulty: "easy",
    tags: ["theory", "compilation", "linker"],
    repoCategory: "question",
    questionType: "conceptual",
    majorTopic: "Basics & Syntax",
    similarQuestions: [
      {
        title: "Phases of translation (reference)",
        url: "https://en.cppreference.com/w/cpp/language/translation_phases",
      },
    ],
    distributionTag: "practice",
    createdBy: "mentor3",
    created: { daysAgo: 21, at: "11:20" },
  },
  {
    key: "average-marks",
    title: "Average Marks Without Losing Half a Mark",
    explanation: prose`
      Last semester's script printed an average of 74 for Devika. Her marks were 74, 75 and 75.
      Write one that does not lose anything.

      ### Input
      - Line 1: \`n\`, the number of subjects (1 to 20).
      - Line 2: \`n\` whole marks from 0 to 100.

      ### Output
      The average with **exactly two decimals**.

      ### Hint
      What is the *type* of \`sum / n\` when both are \`int\`? Look up \`std::fixed\` and
      \`std::setprecision\` in \`<iomanip>\`.
    `,
    testCases: [
      { input: "3\n74 75 75", output: "74.67" },
      {
        input: "2\n90 91",
        output: "90.50",
        explanation: "Integer division would have printed 90.",
      },
      { input: "1\n0", output: "0.00" },
    ],
    difficulty: "easy",
    tags: ["types", "conversion", "formatting"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Data Types & Variables",
    similarQuestions: [
      {
        title: "std::setprecision (reference)",
        url: "https://en.cppreference.com/w/cpp/io/manip/setprecision",
      },
    ],
    distributionTag: "cw",
    createdBy: "mentor",
    created: { daysAgo: 13, at: "10:15" },
    solution: {
      title: "Divide as double, not afterwards",
      content: prose`
        ~~~cpp
        #include <iomanip>
        #include <iostream>

        int main() {
            int n = 0;
            std::cin >> n;
            int sum = 0;
            for (int i = 0; i < n; ++i) {
                int mark = 0;
                std::cin >> mark;
                sum += mark;
            }
            const double average = static_cast<double>(sum) / n;
            std::cout << std::fixed << std::setprecision(2) << average << "\n";
        }
        ~~~

        The cast stands **before** the division. \`double average = sum / n;\` divides two ints
        first and converts the damaged result later.
      `,
      visible: true,
    },
  },
  {
    key: "fits-in-64",
    title: "The Largest Factorial That Fits",
    explanation: prose`
      Given a limit \`L\`, find the largest \`n\` with \`n! <= L\`.

      ### Input
      One integer \`L\`, 1 <= L <= 9 000 000 000 000 000 000.

      ### Output
      Two integers on one line: \`n\` and \`n!\`.

      ### Constraints
      - No floating point, and no table of ready-made factorials.
      - Your program must not rely on overflow: for a signed type it is *undefined behaviour*.

      ### Hint
      Before you multiply \`f\` by \`k\`, can you ask with a **division** whether the product would
      still be within the limit?
    `,
    testCases: [
      { input: "100", output: "4 24", explanation: "4! = 24 fits, 5! = 120 does not." },
      { input: "120", output: "5 120", explanation: "Exactly at the limit still counts." },
      { input: "1", output: "1 1" },
      { input: "9000000000000000000", output: "20 2432902008176640000" },
    ],
    difficulty: "medium",
    tags: ["overflow", "long-long", "loops"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Data Types & Variables",
    similarQuestions: [
      {
        title: "Factorial Trailing Zeroes",
        url: "https://leetcode.com/problems/factorial-trailing-zeroes/",
      },
      {
        title: "std::numeric_limits (reference)",
        url: "https://en.cppreference.com/w/cpp/types/numeric_limits",
      },
    ],
    distributionTag: "practice",
    createdBy: "mentor3",
    created: { daysAgo: 20, at: "16:40" },
    solution: {
      title: "Ask by division before multiplying",
      content: prose`
        ~~~cpp
        #include <iostream>

        int main() {
            long long limit = 0;
            std::cin >> limit;
            long long n = 1;
            long long factorial = 1;
            while (factorial <= limit / (n + 1)) {
                ++n;
                factorial *= n;
            }
            std::cout << n << " " << factorial << "\n";
        }
        ~~~

        For whole numbers \`f * k <= L\` means the same as \`f <= L / k\`. The right-hand side can
        never overflow, so the multiplication happens only when it is known to be safe.
      `,
      visible: true,
    },
  },
] satisfies DemoQuestion[];
