import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain } from "./thread_entries.ts";

/** Doubts that nobody has answered yet. */
export const newThreads = [
  {
    question: "word-count",
    student: "student6",
    entries: [
      asked(
        "student6",
        3,
        prose`
          The samples pass, but with a bigger file my program crashes **inside** \`std::sort\`.
          I only changed the comparison:

          ~~~cpp
          sort(v.begin(), v.end(), [](auto& a, auto& b) {
              return a.second >= b.second;
          });
          ~~~

          How can sort crash? I am not touching any index myself.
        `,
      ),
    ],
  },
  {
    question: "stack-template",
    student: "student11",
    entries: [
      asked(
        "student11",
        8,
        prose`
          I split it nicely into \`stack.h\` and \`stack.cpp\` like we did for the bank account,
          and now

          ~~~text
          undefined reference to 'Stack<std::string>::push(std::string const&)'
          ~~~

          The function is there! I am even compiling both files.
        `,
      ),
      askedAgain(
        "student11",
        5,
        "Forgot to paste the command: `g++ -std=c++17 main.cpp stack.cpp -o stack`.",
      ),
    ],
  },
  {
    question: "erase-while-iterating",
    student: "student17",
    entries: [
      asked(
        "student17",
        14,
        prose`
          For \`1 2 4 3 6 5\` and m = 2 I get \`1 4 3 5\`. The 4 survives every time but the 2 and
          the 6 go away correctly.

          ~~~cpp
          for (auto it = v.begin(); it != v.end(); ++it) {
              if (*it % m == 0) it = v.erase(it);
          }
          ~~~

          I am using the returned iterator, as the hint says.
        `,
      ),
    ],
  },
  {
    question: "largest-of-any",
    student: "student26",
    entries: [
      asked(
        "student26",
        22,
        prose`
          \`i\` and \`d\` work. For \`s\` it compiles, but then it stops with

          ~~~text
          terminate called after throwing an instance of 'std::logic_error'
            what():  basic_string: construction from null is not valid
          ~~~

          My first line is \`T best = 0;\`. For a string it should simply become empty, no?
        `,
      ),
    ],
  },
  {
    question: "stack-template",
    student: "student34",
    entries: [
      asked(
        "student34",
        37,
        prose`
          To avoid a copy I wrote pop like this and it prints an empty line, or sometimes the word
          with strange characters:

          ~~~cpp
          const T& pop() {
              const T& item = items_.back();
              items_.pop_back();
              return item;
          }
          ~~~

          Isn't a reference always faster *and* safe?
        `,
      ),
    ],
  },
  {
    question: "word-count",
    student: "student13",
    entries: [
      asked(
        "student13",
        49,
        prose`
          I read \`k\` with \`cin\`, then the text with \`getline\` and a \`stringstream\`, because I
          thought the text is one line. It prints nothing at all for the first sample. If I put a
          \`cout << line.size()\` it says 0. Where is my line?
        `,
      ),
    ],
  },
  {
    question: "erase-while-iterating",
    student: "student21",
    entries: [
      asked(
        "student21",
        66,
        prose`
          Second part. After

          ~~~cpp
          remove_if(v.begin(), v.end(), [m](int x) { return x % m == 0; });
          ~~~

          the vector still has 6 elements: \`1 3 5 3 6 5\`. So it removed something and then put
          some of it back?? What is the point of a \`remove_if\` that does not remove.
        `,
      ),
    ],
  },
  {
    question: "largest-of-any",
    student: "student39",
    entries: [
      asked(
        "student39",
        88,
        prose`
          In class you said range-for gives the items one by one. Mine goes out of bounds:

          ~~~cpp
          for (auto i : items) {
              if (items[i] > best) best = items[i];
          }
          ~~~

          For \`3 -8 12 5\` it prints a huge number, different each time. And for words it does not
          compile. Please tell what is \`i\` here.
        `,
      ),
    ],
  },
  {
    question: "marks-file",
    student: "student29",
    entries: [
      asked(
        "student29",
        140,
        prose`
          \`marks.txt\` is perfect when I open it in the editor **after** the program, but inside
          the program the second part reads zero records and my average is \`-nan\`. I open the
          \`ifstream\` right after the loop that writes. Is my laptop too slow for it?
        `,
      ),
    ],
  },
  {
    question: "marks-file",
    student: "student8",
    entries: [
      asked(
        "student8",
        260,
        prose`
          Sir, last student is counted two times. 3 records, but count becomes 4 and the average is
          wrong by a little.

          ~~~cpp
          while (!in.eof()) {
              in >> name >> marks;
              sum += marks;
              count++;
          }
          ~~~

          As a fix I wrote \`count - 1\` and \`sum - marks\`. It gives the right answer but I do not
          believe it.
        `,
      ),
    ],
  },
  {
    question: "reverse-list",
    student: "student",
    private: true,
    entries: [
      asked(
        "student",
        620,
        prose`
          I did not want to ask this in front of everybody. I can follow the three pointers when
          you draw them, but when I sit alone my mind goes blank after the first step, and I end up
          with a list that has only one node:

          ~~~cpp
          while (head != nullptr) {
              head->next = previous;
              previous = head;
              head = head->next;
          }
          ~~~

          Which part should I practise first?
        `,
      ),
    ],
  },
  {
    question: "sort-by-lambda",
    student: "student27",
    entries: [
      asked(
        "student27",
        1140,
        prose`
          \`error: 'cutOff' is not captured\`. But \`cutOff\` is declared in \`main\` three lines above
          the lambda! A normal block inside main would see it. If I make it global, it compiles. Is
          that the intended way?
        `,
      ),
    ],
  },
  {
    question: "which-destructor",
    student: "student20",
    entries: [
      asked(
        "student20",
        1790,
        prose`
          My prediction had a \`-p\` at the very end, after \`-a\`. My reason: \`p\` is a local variable
          of main, main ends, so \`p\` must be destroyed. The real output has only the one \`-p\` of
          the copy. Is the variable \`p\` not destroyed?
        `,
      ),
    ],
  },
  {
    question: "bank-account",
    student: "student31",
    entries: [
      asked(
        "student31",
        2850,
        prose`
          ~~~text
          error: passing 'const Account' as 'this' argument discards qualifiers
          ~~~

          This comes when I print the account in \`void show(const Account& a)\` and call
          \`a.balance()\`. I am only reading the balance! If I delete the \`const\` in show it works,
          but last week you told us to keep const.
        `,
      ),
    ],
  },
] satisfies DemoThread[];
