import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain, replied, resolved } from "./thread_entries.ts";

/** One doubt that took two mentors and a whole evening. */
export const longThreads = [
  {
    question: "own-vector",
    student: "student27",
    entries: [
      asked(
        "student27",
        9900,
        prose`
          I am on this since yesterday. With up to one element all is well. With five I get

          ~~~text
          5 8
          5 -25921096 -1876825767 22033 365405933
          ~~~

          and at the next run other numbers. Only the 5, which came in last, is always right.
        `,
      ),
      replied(
        "mentor3",
        9840,
        prose`
          A very useful symptom: *only the newest element survives*, so the old ones die when the array
          grows. Please show the function that grows, nothing else.
        `,
      ),
      askedAgain(
        "student27",
        9822,
        prose`
          ~~~cpp
          int* grow(int* data, int& capacity) {
              int* bigger = new int[capacity * 2];
              delete[] data;
              for (int i = 0; i < capacity; i++) bigger[i] = data[i];
              capacity *= 2;
              return bigger;
          }
          ~~~
        `,
      ),
      replied(
        "mentor3",
        9810,
        "Thank you. Four steps are there. Please number them in the order of the hint, then in yours.",
      ),
      askedAgain(
        "student27",
        9798,
        prose`
          Hint: allocate 1, copy 2, free 3, re-point 4. Mine: allocate, free, copy, re-point. But I still
          *have* the pointer after delete[], and I only read from it!
        `,
      ),
      replied(
        "mentor3",
        9781,
        prose`
          Think of a hostel room. You give back the key; the warden may let somebody else move in, or may
          use the table for his own notes. You still *remember the room number*. What will you find if you
          walk in?
        `,
      ),
      askedAgain(
        "student27",
        9770,
        "Maybe my things, maybe somebody else's. So these strange numbers are the warden's notes?",
      ),
      replied(
        "mentor3",
        9764,
        prose`
          Nearly literally true: the allocator keeps its own list inside the freed blocks, right at their
          beginning. With larger blocks or another compiler you would find something else, perhaps even
          your old numbers.
        `,
      ),
      askedAgain(
        "student27",
        9741,
        prose`
          I swapped the two lines, and the numbers are right. But now the sanitizer says

          ~~~text
          Direct leak of 32 byte(s) in 1 object(s) allocated from:
              #1 in grow(int*, int&) grow.cpp:4
          ~~~

          I delete the old block in grow. Which one is it?
        `,
      ),
      replied(
        "mentor3",
        9725,
        "32 bytes: how many ints is that? Which of your blocks had that size? When was it last needed?",
      ),
      askedAgain(
        "student27",
        9712,
        "8 ints, so it is the last block, the one which is still in use when main ends.",
      ),
      replied(
        "mentor3",
        9704,
        "Right. *Every* `new[]` has exactly one `delete[]`: who is responsible for that last one?",
      ),
      askedAgain(
        "student27",
        9690,
        prose`
          main. I added a delete at the end and now it is

          ~~~text
          ERROR: AddressSanitizer: alloc-dealloc-mismatch (operator new [] vs operator delete)
          ~~~

          I am going in circles! Every repair brings a new error.
        `,
      ),
      replied(
        "mentor",
        9640,
        prose`
          Taking over from Subhadeep, who has a class now. You are not going in circles, you are one step
          from the end: each message is about a *later* moment than the one before. Please paste the line
          that you added, and read the message slowly, brackets and all.
        `,
      ),
      askedAgain(
        "student27",
        9628,
        "`delete data;` ... and the other side says `operator new []`. With brackets.",
      ),
      replied(
        "mentor",
        9615,
        prose`
          There we are. What has \`delete\` without brackets been told about the thing behind the pointer,
          and what does it therefore not know? (Think of a block of 8 objects that each have a destructor.)
        `,
      ),
      askedAgain(
        "student27",
        9600,
        prose`
          It thinks there is **one** int. For 8 objects with destructors it would call only one of them, or
          worse. \`delete[] data;\`

          Clean. No error, no leak. But without the sanitizer the wrong one printed everything correctly,
          every time. How should I ever have found it?
        `,
      ),
      replied(
        "mentor",
        9571,
        prose`
          You would not have, and that is the lesson of tonight. Undefined behaviour may do anything, and
          the most dangerous thing it may do is **to look right**. That is why we run the sanitizer even
          when the output is correct.

          One more habit: \`data = grow(data, capacity)\` is right in your program, but what if you forget
          the \`data =\`? Look up \`[[nodiscard]]\` and put it in front of \`grow\`.
        `,
      ),
      askedAgain(
        "student27",
        9540,
        prose`
          I removed \`data =\` on purpose, and with \`[[nodiscard]]\` there is a warning right away. Last
          question: would a reference parameter \`int*& data\` have been better than returning?
        `,
      ),
      replied(
        "mentor",
        9522,
        prose`
          Both are honest. With the reference you cannot forget the result; with the return value the reader
          of the *call* sees that \`data\` changes. Choose one, and write one sentence why. Then go to sleep!
        `,
      ),
      resolved(
        "student27",
        9490,
        "I keep the return value with nodiscard. Thank you both, I learnt more than in a week.",
      ),
    ],
  },
] satisfies DemoThread[];
