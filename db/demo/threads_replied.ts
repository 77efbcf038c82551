import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, replied } from "./thread_entries.ts";

/** Doubts that have an answer, and whose owner has not come back yet. */
export const repliedThreads = [
  {
    question: "shared-inventory",
    student: "student2",
    entries: [
      asked(
        "student2",
        1700,
        prose`
          ~~~cpp
          auto crate = shelves[s].back();
          ~~~

          gives *use of deleted function unique_ptr(const unique_ptr&)*. I only want to look at the
          last crate before moving it.
        `,
      ),
      replied(
        "mentor3",
        1550,
        prose`
          \`auto crate = ...\` does not look, it makes a **second owner**, and that is precisely what
          \`unique_ptr\` forbids. Two questions to sort it out:

          1. If you only want to look, what could you write instead of \`auto\`?
          2. If you want to take it away, what has to be said, so that everybody sees that the old place
             will be empty?
        `,
      ),
    ],
  },
  {
    question: "stack-template",
    student: "student",
    entries: [
      asked(
        "student",
        101,
        prose`
          Where should the check for an empty stack be? Now I have the same
          \`if (items_.empty()) throw ...\` in \`pop\` and in \`top\`, and my \`main\` checks \`empty()\` as well,
          to be safe.
        `,
      ),
      replied(
        "mentor3",
        35,
        prose`
          Three guards at one door! Ask of each of them: *if I remove it, can a caller break the stack?*

          - The one in \`main\`: remove it in your mind. What happens on \`pop\` of an empty stack?
          - The two in the class: could one of the functions be written with the help of the other, so
            that the rule stands in one place?
        `,
      ),
    ],
  },
  {
    question: "word-count",
    student: "student28",
    entries: [
      asked(
        "student28",
        118,
        prose`
          Can I not simply sort the map? \`std::sort(count.begin(), count.end(), cmp)\` gives pages and
          pages of errors, the first one is about \`operator-\`.
        `,
      ),
      replied(
        "mentor2",
        92,
        prose`
          A nice thing to try. \`std::sort\` wants to jump around: "give me the element in the middle". For
          that it subtracts iterators, hence \`operator-\`. Can an iterator of a map jump? And if you could
          swap two entries of a map as you please, what would happen to the order it needs for finding
          things?

          Read the second half of the hint once more with that in mind.
        `,
      ),
    ],
  },
  {
    question: "erase-while-iterating",
    student: "student9",
    entries: [
      asked(
        "student9",
        84,
        prose`
          I went with indices, to be away from iterators: \`for (size_t i = 0; i < v.size(); i++)\` and
          \`v.erase(v.begin() + i)\`. It is wrong in the same way, it skips the neighbour. So it is not
          about invalid iterators at all?
        `,
      ),
      replied(
        "mentor2",
        58,
        prose`
          Well observed: there are **two** separate traps, and you have isolated one of them. After
          \`erase\` at position 1, which element sits at position 1? And which one do you look at next?

          When you have that, come back to iterators: the skipping is the same, but there you have the
          second trap on top. Which one?
        `,
      ),
    ],
  },
  {
    question: "marks-file",
    student: "student37",
    entries: [
      asked(
        "student37",
        700,
        prose`
          It always prints \`cannot open\`, but the file is there, I can see it in the same folder as
          main.cpp. I run it with the green button of the editor.
        `,
      ),
      replied(
        "mentor",
        610,
        prose`
          "The same folder as main.cpp" may not be where the program *runs*. A name without a path is
          looked up in the **working directory**. Let your program tell you where it is:

          ~~~cpp
          #include <filesystem>
          std::cout << std::filesystem::current_path() << "\n";
          ~~~

          Then try it once from the terminal with \`./marks\`. Do the two lines differ?
        `,
      ),
    ],
  },
  {
    question: "palindrome-phrase",
    student: "student23",
    entries: [
      asked(
        "student23",
        3900,
        prose`
          Do we have to worry about letters like é? \`isalnum\` crashes in debug mode with a phrase that I
          copied from a website, on another computer it just says no.
        `,
      ),
      replied(
        "mentor2",
        3720,
        prose`
          You need not *support* é here (that is a long story named UTF-8), but your program must not
          crash on it. A \`char\` may be negative; which values does \`isalnum\` accept according to its page
          on cppreference? The last sentence of the hint says which type to convert to.
        `,
      ),
    ],
  },
  {
    question: "bank-account",
    student: "student32",
    entries: [
      asked(
        "student32",
        2400,
        prose`
          All deposits say ok and the balance stays 0! I moved the work into a helper:

          ~~~cpp
          bool run(Account account, const std::string& what, long long amount);
          ~~~

          and inside I call \`account.deposit(amount)\`. I printed the balance in the helper, there it is
          500.
        `,
      ),
      replied(
        "mentor2",
        2150,
        prose`
          You have measured in exactly the right two places. In the helper 500, in \`main\` 0: so there are
          two accounts! Where was the second one born? Compare the first and the second parameter of
          \`run\`, character by character.
        `,
      ),
    ],
  },
  {
    question: "sort-by-lambda",
    student: "student14",
    entries: [
      asked(
        "student14",
        2050,
        prose`
          I used \`std::sort\` and *all* samples pass, including A, B, C. Is stable_sort needed at all? My
          brother says that sort is stable for small inputs.
        `,
      ),
      replied(
        "mentor2",
        1880,
        prose`
          Your brother describes what one library happens to do, not what is promised. Many
          implementations switch to a simple insertion sort for short ranges, and that one is stable by
          accident. Make a test with forty candidates, all equal in marks and age, and watch the order.
          What would you have to write in your README if you relied on the accident?
        `,
      ),
    ],
  },
] satisfies DemoThread[];
