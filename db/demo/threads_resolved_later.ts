import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain, replied, resolved } from "./thread_entries.ts";

/** Resolved doubts of the later days: memory, arrays, strings, classes, projects. */
export const laterResolvedThreads = [
  {
    question: "own-vector",
    student: "student",
    private: true,
    entries: [
      asked(
        "student",
        8900,
        prose`
          The sanitizer output frightens me, 40 lines of it. It starts with

          ~~~text
          ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014
          WRITE of size 4 at 0x602000000014 thread T0
              #0 0x55d1 in main grow.cpp:14
          ~~~

          Is my memory damaged?
        `,
      ),
      replied(
        "mentor3",
        8700,
        prose`
          Nothing is damaged; it is a smoke alarm, and a precise one. Three lines are enough: **what**
          (you wrote 4 bytes, an \`int\`), **where** (line 14), **why** (just behind a block from the heap).
          What stands in line 14, and what are \`size\` and \`capacity\` at that moment?
        `,
      ),
      askedAgain(
        "student",
        8600,
        "`data[size] = value;` and both are 1. I check `size > capacity`.",
      ),
      replied("mentor3", 8520, "And which indices exist when the capacity is 1?"),
      resolved(
        "student",
        8480,
        "Only 0. So I must grow when they are equal. I like this tool now.",
      ),
    ],
  },
  {
    question: "rotate-seats",
    student: "student2",
    entries: [
      asked(
        "student2",
        10900,
        prose`
          There is always one strange number at the front: \`32764 4 5 1 2\` instead of \`4 5 1 2 3\`. The 3
          is missing.
        `,
      ),
      replied(
        "mentor2",
        10700,
        prose`
          32764 is not in your input, so it was read from a place that is not yours. Which call could
          reach one element too far? Write the indices of \`1 2 3 4 5\` above the numbers, then look at the
          second argument of each of your calls.
        `,
      ),
      resolved(
        "student2",
        10650,
        "I passed n instead of n - 1 as the last index. Seat 5 does not exist.",
      ),
    ],
  },
  {
    question: "best-streak",
    student: "student25",
    entries: [
      asked(
        "student25",
        7900,
        "Sample 2: I print 0 and not -2. Choosing nothing gives 0, which is more than -2.",
      ),
      replied(
        "mentor2",
        7700,
        prose`
          A fine argument, were it allowed. Which four words of the statement forbid it? And where in your
          code does that 0 come from in the first place?
        `,
      ),
      resolved(
        "student25",
        7660,
        '"At least one day". I began with best = 0, now with the first element.',
      ),
    ],
  },
  {
    question: "palindrome-phrase",
    student: "student39",
    entries: [
      asked(
        "student39",
        9100,
        prose`
          An empty line crashes it. \`size_t right = text.size() - 1;\` and I printed right: it is
          18446744073709551615!
        `,
      ),
      replied(
        "mentor2",
        8950,
        prose`
          That is the largest number a \`size_t\` can hold: it is unsigned, and has no way to say -1, so it
          goes all the way round, like an odometer turned back from zero. Which type *could* say -1? And
          what should the condition of your loop be when left is 0 and right is -1?
        `,
      ),
      resolved("student39", 8900, "int with a cast. The compiler warning makes sense now as well."),
    ],
  },
  {
    question: "run-length",
    student: "student36",
    entries: [
      asked(
        "student36",
        7100,
        prose`
          For \`zzzzzzzzzzzz\` my answer is \`z: 10\`. I do \`packed += '0' + count\` since '0' + 5 is '5'.
        `,
      ),
      replied(
        "mentor",
        6950,
        prose`
          Your trick is right for one digit. In the ASCII table, which character stands twelve places
          after \`'0'\`? (You have met its neighbour, it seems.) What turns *any* number into its text?
        `,
      ),
      askedAgain(
        "student36",
        6900,
        "It is '<', and 10 places after it is ':'. So to_string. Why did I get z: then, I have 12?",
      ),
      replied(
        "mentor",
        6780,
        "Count your count: does it begin at 1 or at 0? And does your loop reach the last letter? Print it for `zz`.",
      ),
      resolved("student36", 6700, "It was two short. Both mistakes found, thank you sir."),
    ],
  },
  {
    question: "bank-account",
    student: "student13",
    entries: [
      asked(
        "student13",
        6300,
        "My first balance is 21894 before any deposit. On my friend's laptop it is 0.",
      ),
      replied(
        "mentor2",
        6150,
        prose`
          I would like that bank. Which line of your class says that a new account starts with 0? If you
          cannot point to it, then nobody has said so, and both laptops are right.
        `,
      ),
      resolved(
        "student13",
        6120,
        "`long long balance_ = 0;` now. I thought members are zero by default.",
      ),
    ],
  },
  {
    question: "shapes",
    student: "student21",
    entries: [
      asked(
        "student21",
        4300,
        prose`
          Areas are right, no \`~Circle\` and no \`~Rectangle\` is ever printed. I do delete all of them. The
          warning is *deleting object of abstract class type 'Shape' which has non-virtual destructor will
          cause undefined behavior*, but it is just a warning.
        `,
      ),
      replied(
        "mentor3",
        4150,
        prose`
          "Just a warning" is how many long nights begin! Read it as a sentence; it names cause and effect.
          At \`delete shape\` the compiler knows only the type of the *pointer*. How does a call of \`area()\`
          nevertheless end up in Circle, and can a destructor travel by the same road?
        `,
      ),
      resolved(
        "student21",
        4090,
        "virtual ~Shape() = default; and all lines are there. I will use -Wall -Werror from now on.",
      ),
    ],
  },
  {
    question: "safe-calculator",
    student: "student28",
    entries: [
      asked(
        "student28",
        2100,
        prose`
          I have two catch blocks, first \`const std::exception&\`, then \`const std::domain_error&\`. The
          compiler warns that the second will never be reached. But it is more specific, should it not win?
        `,
      ),
      replied(
        "mentor",
        1980,
        prose`
          With overloaded functions the most specific wins. With \`catch\` it is a queue: they are tried
          from top to bottom, and the first one that *fits* gets it. Does a \`domain_error\` fit through the
          first door?
        `,
      ),
      resolved("student28", 1930, "It does, it is derived. Specific first, general last."),
    ],
  },
  {
    question: "record-keeper",
    student: "student26",
    private: true,
    entries: [
      asked(
        "student26",
        12800,
        prose`
          This is not about code. My partner has not written a line in six days, and does not answer. I do
          not want to complain, but the milestone is on Thursday.
        `,
      ),
      replied(
        "mentor",
        12600,
        prose`
          It is good that you told me early, Arnav, and it stays between us. Two steps for today:

          1. Write to your partner *one* small task with a file name and a day. A vague "please do
             something" is hard to answer.
          2. Push what you have, and put it in \`student.h\` / \`register.h\`, so that the border between the
             two parts is clear.

          I shall talk to both of you after class tomorrow. The milestone is judged by what each has done.
        `,
      ),
      askedAgain(
        "student26",
        11300,
        "We talked. He was ill and ashamed to say so. He takes the search functions now.",
      ),
      replied(
        "mentor",
        11200,
        "Well handled by both of you. Two more days for the milestone, I have noted it.",
      ),
      resolved("student26", 11150, "Thank you, sir."),
    ],
  },
  {
    question: "phone-book",
    student: "student30",
    entries: [
      asked(
        "student30",
        10200,
        prose`
          \`std::filesystem::rename\` throws *Invalid cross-device link* on the lab machine, at home it is
          fine. I write the temporary file to \`/tmp\`.
        `,
      ),
      replied(
        "mentor3",
        10050,
        prose`
          A rename is safe because it changes only a *name*: the data stay where they are. Can that work if
          the two names live on two different disks? The statement suggests a place for the temporary file
          that avoids the question.
        `,
      ),
      resolved("student30", 9980, "Next to the real file. Clever, and one line less."),
    ],
  },
] satisfies DemoThread[];
