import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain, replied } from "./thread_entries.ts";

/** More doubts that have an answer, most of them older. */
export const olderRepliedThreads = [
  {
    question: "rotate-seats",
    student: "student35",
    entries: [
      asked(
        "student35",
        5600,
        "Segmentation fault for `1 5`. All the other samples are right. One student, five moves.",
      ),
      replied(
        "mentor2",
        5350,
        prose`
          Thank you for giving the exact input: half of the work is done. With \`n = 1\` and \`k = 5\`, which
          index does your \`reverse(a, 0, k - 1)\` touch? Now read the first sentence of the hint, and ask
          where in the program that step has to stand.
        `,
      ),
      askedAgain(
        "student35",
        4800,
        "I had `k = k % n` but only after the first two reversals. Moved it up. Is `k = 0` also safe?",
      ),
      replied(
        "mentor2",
        4600,
        prose`
          Do not take my word for it: put \`k = 0\` into your loop condition by hand. What are \`from\` and
          \`to\` in each of the three calls, and does the loop run?
        `,
      ),
    ],
  },
  {
    question: "fits-in-64",
    student: "student22",
    private: true,
    entries: [
      asked(
        "student22",
        8300,
        prose`
          I am behind, the network was down at home for nine days. May I do the practice questions of
          the first week late, or should I leave them and follow the present ones? This one I have half
          done.
        `,
      ),
      replied(
        "mentor3",
        8100,
        prose`
          Glad that you are back, Imran. Practice questions have no date, and a late solution is reviewed
          like any other.

          Do the classwork of today first, so that you are with the class; then one old question a day.
          This one is a good first: you have the loop already, only the question "would the next product
          still fit?" is missing. Send me the half you have.
        `,
      ),
    ],
  },
  {
    question: "record-keeper",
    student: "student3",
    entries: [
      asked(
        "student3",
        7400,
        prose`
          \`student.h\` includes \`register.h\`, because a student knows its register, and \`register.h\`
          includes \`student.h\`. The compiler says *'Student' does not name a type*, though the include
          is there. With include guards the same.
        `,
      ),
      replied(
        "mentor",
        7100,
        prose`
          Play the compiler: begin at line 1 of \`main.cpp\`, paste every header where it is included, and
          skip it when the guard says so. Which class is met first, and is the other one known at that
          point?

          There are two remedies. The technical one is called *forward declaration*. The better one is a
          question of design: does a student really need to know the register?
        `,
      ),
    ],
  },
  {
    question: "reverse-list",
    student: "student38",
    private: true,
    entries: [
      asked(
        "student38",
        1400,
        prose`
          I found this exact question on the internet and read the solution before trying. Now I cannot
          think of any other way. Is it cheating if I submit it? I can explain every line.
        `,
      ),
      replied(
        "mentor",
        1290,
        prose`
          Thank you for asking, Jigme. Reading is not cheating; pretending is. So let us turn it into
          learning: close the page, wait until tomorrow, and write it on **paper** from the idea alone.
          Then do the variation: reverse only the first \`k\` nodes. Submit that, and write in your notes
          where the idea came from. I shall enjoy reviewing it.
        `,
      ),
    ],
  },
  {
    question: "which-destructor",
    student: "student24",
    entries: [
      asked(
        "student24",
        3300,
        prose`
          Extra experiment: a function \`Lamp make() { Lamp l('x'); return l; }\` and \`Lamp m = make();\`. I
          expected \`+x cx -x ... -x\` but there is only \`+x\` and \`-x\`. Who ate my copy?
        `,
      ),
      replied(
        "mentor3",
        3080,
        prose`
          The compiler did, with permission. It is called *copy elision*: \`l\` is built directly in the
          place where \`m\` will live. Now compile with \`-fno-elide-constructors\` and compare. After that, a
          question to sleep on: your copy constructor prints something, so leaving it out **changes the
          output**. Why may the compiler do that nevertheless?
        `,
      ),
    ],
  },
] satisfies DemoThread[];
