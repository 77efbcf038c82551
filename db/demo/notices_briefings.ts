import type { DemoBriefing } from "./shape.ts";
import { prose } from "./text.ts";

/** Two weeks of daily briefings, newest first. */
export const briefings: readonly DemoBriefing[] = [
  {
    by: "volunteer",
    written: { daysAgo: 0, at: "11:35" },
    classSummary: prose`
      **Templates, and the first hour of the STL.** We turned \`largestInt\` into \`largest<T>\` and asked
      what a template demands of its type: here only \`<\` and copying. Then \`std::map\`: why \`++count[word]\`
      needs no \`if\`, and why a map cannot be sorted by value.
    `,
    classQuestions: prose`
      - *One Largest for Every Type*
      - *How Often Was It Said?*
    `,
    homeworkQuestions: prose`
      - *A Stack for Any Type*: keep the whole template in one header.
      - *Erase While You Iterate*: test it with two multiples side by side.
    `,
  },
  {
    by: "volunteer2",
    written: { daysAgo: 1, at: "17:40" },
    classSummary: prose`
      **Files.** \`ofstream\` and \`ifstream\`, why a file must be closed before it is read, and why
      \`while (!file.eof())\` handles the last record twice. Subhadeep sir showed how a scope closes a file
      by itself.
    `,
    classQuestions:
      "We finished the calculator of yesterday and reviewed three of your versions on the board.",
    homeworkQuestions: "- *Marks In, Marks Out*: let the reading be the condition of the loop.",
  },
  {
    by: "volunteer",
    written: { daysAgo: 2, at: "17:30" },
    classSummary: prose`
      **Exceptions.** Throw where the mistake is *noticed*, catch where somebody can *do something* about
      it. Catch by const reference; the specific ones first.
    `,
    classQuestions: "- *A Calculator That Does Not Crash*",
    homeworkQuestions:
      "No new homework. Please bring your linked lists in order, five of you still leak nodes.",
  },
  {
    by: "mentor",
    written: { daysAgo: 3, at: "17:50" },
    classSummary: prose`
      **Linked lists.** Twelve students held ropes in front of the class and reversed themselves. The rule
      that came out of it: *save the next pointer before you touch the node*.
    `,
    classQuestions: "Inserting at the front and at the end, on paper and with the ropes.",
    homeworkQuestions: prose`
      - *Reverse a Linked List, Then Free It*, with the address sanitizer switched on.
      - For practice: *Merit List with a Lambda*.
    `,
  },
  {
    by: "volunteer2",
    written: { daysAgo: 4, at: "17:35" },
    classSummary: prose`
      **Inheritance and virtual functions.** A pointer to \`Shape\` that behaves like a \`Circle\`. What
      happens to the derived part when the destructor of the base is not virtual: nothing, and that is the
      problem.
    `,
    classQuestions:
      "Prediction game: *Which Destructor Runs, and When?* (may be finished at home).",
    homeworkQuestions: "- *Shapes and a Virtual Destructor*",
  },
  {
    by: "volunteer",
    written: { daysAgo: 5, at: "17:25" },
    classSummary: prose`
      **Classes that keep their promises.** Private data, member functions that refuse, and \`const\` behind
      those that only look. Nazneen ma'am: if \`main\` has to check first, the rule lives in the wrong place.
    `,
    classQuestions: "- *A Bank Account with Rules*",
    homeworkQuestions:
      "Reading: your own account class, aloud, to your bench mate. Note what you had to explain.",
  },
  {
    by: "volunteer2",
    written: { daysAgo: 6, at: "17:45" },
    classSummary: prose`
      **More strings.** Building a string step by step, \`std::to_string\`, and the last run that nobody
      tells you about. Short revision of ASCII: why \`'0' + 12\` is not a number.
    `,
    classQuestions: "Counting vowels, then counting *runs* of vowels.",
    homeworkQuestions: "- *Run-Length Encoding*",
  },
  {
    by: "volunteer",
    written: { daysAgo: 7, at: "17:20" },
    classSummary: prose`
      **Strings.** \`getline\`, \`isalnum\`, \`tolower\`, and the trap of the day: \`size() - 1\` of an empty
      string is enormous, because \`size_t\` cannot say -1.
    `,
    classQuestions: "- *Palindrome, Punctuation and All*",
    homeworkQuestions: "Catch up with *Grow Your Own Array*. It is hard, and it is worth it.",
  },
  {
    by: "mentor3",
    written: { daysAgo: 8, at: "18:05" },
    classSummary: prose`
      **The heap.** \`new[]\` and \`delete[]\`, one for one. We grew an array on the board and broke it in
      three ways: leak, double free, dangling pointer. You have met the address sanitizer; make friends.
    `,
    classQuestions: "Finding the wrong line in six short programs. The class found all six.",
    homeworkQuestions: prose`
      - *Grow Your Own Array* (three days)
      - For practice: *The Best Streak of Days*
    `,
  },
  {
    by: "volunteer",
    written: { daysAgo: 9, at: "17:40" },
    classSummary: prose`
      **Arrays.** Indices run from 0 to n - 1, and everything else is somebody else's memory. In-place
      algorithms with two indices that walk towards each other.
    `,
    classQuestions:
      "Reversing a part of an array, on paper, with `from` and `to` written above the boxes.",
    homeworkQuestions: "- *Rotate the Seating Plan*",
  },
  {
    by: "volunteer2",
    written: { daysAgo: 10, at: "17:30" },
    classSummary: prose`
      **Pointers.** Chalk boxes and paper arrows: the arrow is \`a\`, the thing in the box is \`*a\`. A
      function gets a copy of the arrow, never of the box.
    `,
    classQuestions: "- *Rotate Three Values Through Pointers*",
    homeworkQuestions:
      "No homework. The second project is open: *A Phone Book That Remembers*, ten days.",
  },
  {
    by: "volunteer",
    written: { daysAgo: 11, at: "17:35" },
    classSummary: prose`
      **Functions and recursion.** A function should have one job and a name that tells it. Recursion in two
      sentences: when is the answer obvious, and how does every call come closer to that?
    `,
    classQuestions: "Tracing gcd(600, 480) and a factorial, one call per line.",
    homeworkQuestions: "- *Square Tiles for the Corridor*",
  },
  {
    by: "volunteer2",
    written: { daysAgo: 12, at: "17:20" },
    classSummary: prose`
      **Operators and loops.** \`&&\` does not look at its right side when the left one is false; \`&\` always
      does. Nested loops with a table of rows, spaces and stars.
    `,
    classQuestions: "- *A Diamond of Stars*",
    homeworkQuestions: "- *Leap Year in One Expression*: say the rule aloud first.",
  },
  {
    by: "mentor",
    written: { daysAgo: 13, at: "17:30" },
    classSummary: prose`
      **Types and input.** \`int / int\` stays an \`int\`, whatever stands on the left of the \`=\`. Where the
      newline goes after \`cin >> n\`, and who has to pick it up.
    `,
    classQuestions: "- *Average Marks Without Losing Half a Mark*",
    homeworkQuestions: "- *Roll Number First, Full Name Next*",
  },
];
