import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain, replied } from "./thread_entries.ts";

/** Doubts whose owner has asked again after a reply. */
export const unsatisfiedThreads = [
  {
    question: "spiral-walk",
    student: "student",
    entries: [
      asked(
        "student",
        2900,
        prose`
          3x3 comes out right. For \`1 4\` I print \`1 2 3 4 3 2 1\`. I understand *that* it walks
          back, but not why, because my loops all have correct bounds.
        `,
      ),
      replied(
        "mentor",
        2740,
        prose`
          Your bounds were correct **when the round began**. Write the four walls beside each of the
          four loops as they are at that moment, for the grid with one row. What is \`top\` and what is
          \`bottom\` when the third loop starts?
        `,
      ),
      askedAgain(
        "student",
        75,
        prose`
          top is 1 and bottom is 0. So the row is already finished, ok. I put
          \`if (top > bottom) break;\` after the second loop, and now one row works, but for a single
          **column** it still repeats: \`1 2 3 2\`. Do I need another break? It feels like I am
          patching.
        `,
      ),
    ],
  },
  {
    question: "reverse-list",
    student: "student4",
    entries: [
      asked(
        "student4",
        2600,
        prose`
          AddressSanitizer says *heap-use-after-free* in the part that frees my list:

          ~~~cpp
          for (Node* n = head; n != nullptr; n = n->next) delete n;
          ~~~

          It prints the correct list before, and without the sanitizer there is no error.
        `,
      ),
      replied(
        "mentor3",
        2380,
        prose`
          The three parts of a \`for\` run in a certain order. Unroll two rounds of your loop on paper,
          one line for each step. On which line do you read from a node, and was it still alive there?
        `,
      ),
      askedAgain(
        "student4",
        160,
        prose`
          I see it: \`n->next\` runs after \`delete n\`. But what disturbs me: *why does it work without
          the sanitizer*, every single time? If the memory is gone, the pointer in it should be gone
          too.
        `,
      ),
    ],
  },
  {
    question: "run-length",
    student: "student7",
    entries: [
      asked(
        "student7",
        4200,
        prose`
          I get \`a3bc2\` for \`aaabccd\`. The d is missing. If I add one more \`packed += word.back()\`
          after the loop it is correct here, but \`aabb\` becomes \`a2b2b\`.
        `,
      ),
      replied(
        "mentor",
        4010,
        prose`
          You have found the heart of this exercise. When does your loop write a run down? At the
          moment it *sees a different letter*. Which run never gets to see one? Then think which
          information about that run is still in your variables when the loop is over.
        `,
      ),
      askedAgain(
        "student7",
        330,
        prose`
          The letter and the count are still there. So I have to repeat the same four lines after the
          loop? It works, but we were told never to copy code. Is there a way with the lines only once?
        `,
      ),
    ],
  },
  {
    question: "gcd-tiles",
    student: "student15",
    entries: [
      asked(
        "student15",
        9000,
        "For the last sample I print `1 643460096`, much too small. The gcd is right. Compiler problem?",
      ),
      replied(
        "mentor",
        8800,
        prose`
          The compiler is innocent, I am afraid. Take out your calculator: how large is the number of
          tiles there, and how large is the largest \`int\` on your machine
          (\`std::numeric_limits<int>::max()\`)?
        `,
      ),
      askedAgain(
        "student15",
        720,
        prose`
          Changed the result to \`long long tiles = (a / side) * (b / side);\` and it is *still*
          643460096. a, b and side are int, but the variable on the left is long long now. So there is
          enough room.
        `,
      ),
    ],
  },
  {
    question: "safe-calculator",
    student: "student5",
    entries: [
      asked(
        "student5",
        1900,
        prose`
          \`catch (std::exception e)\` prints \`error: std::exception\` instead of my message. With
          \`catch (std::domain_error e)\` the message is there.
        `,
      ),
      replied(
        "mentor2",
        1770,
        prose`
          Look at the parameter as you would at a parameter of a function. What does \`void f(Base b)\`
          receive if you call it with an object of a *derived* class? We met that on the day of the
          shapes, under the name of slicing.
        `,
      ),
      askedAgain(
        "student5",
        410,
        prose`
          So by reference, \`const std::exception& e\`, and it works. Only I do not get who owns the
          object then: it was created inside \`compute\`, and compute has ended. A reference to something
          from a finished function is dangling, isn't it?
        `,
      ),
    ],
  },
  {
    question: "shapes",
    student: "student10",
    entries: [
      asked(
        "student10",
        3100,
        prose`
          I wanted to avoid pointers completely: \`std::vector<Shape> shapes;\`. The error is two screens
          long, it begins with *cannot allocate an object of abstract type 'Shape'*.
        `,
      ),
      replied(
        "mentor3",
        2950,
        prose`
          The message is long, but its first line says it all. A vector of \`Shape\` wants to store
          \`Shape\` objects, side by side, all of the same size. How many bytes does a *Circle* need, how
          many a *Rectangle*, and how many would a place in that vector have?
        `,
      ),
      askedAgain(
        "student10",
        980,
        prose`
          I made \`area()\` non-pure, returning 0, only to see. Then it compiles and **all the areas are
          0.00**. So the circle is put in and comes out as a plain Shape. Where did the radius go?
        `,
      ),
    ],
  },
  {
    question: "best-streak",
    student: "student18",
    private: true,
    entries: [
      asked(
        "student18",
        6800,
        prose`
          My solution with two loops passes the samples but takes 9 seconds for n = 100000. Everyone in
          my row says "Kadane, Kadane". I copied it from a video and it works, and I do not understand
          it, so I have not submitted it. Can you explain without the name?
        `,
      ),
      replied(
        "mentor2",
        6500,
        prose`
          I respect that you did not submit it.

          Forget the name. Cover the list with a sheet of paper and uncover one day after the other.
          For each day write down only this: *the best total of a streak that ends exactly today*. Try
          \`4 -1 2 -7 3\`. For each new number you have just two choices. Which two?
        `,
      ),
      askedAgain(
        "student18",
        1500,
        prose`
          I wrote 4, 3, 5, -2, 3. At the last one I chose to start again, since -2 + 3 is smaller than
          3. I see the rule now. What I do not see is how we *know* that we will not regret throwing the
          old part away. Maybe a big number comes later?
        `,
      ),
    ],
  },
  {
    question: "phone-book",
    student: "student19",
    entries: [
      asked(
        "student19",
        5200,
        prose`
          A name like \`Rao, K.\` breaks my file: after loading it has four fields. I thought of using
          \`;\` as the separator, but then somebody types a \`;\` in a name.
        `,
      ),
      replied(
        "mentor3",
        4950,
        prose`
          You have noticed that changing the separator only moves the problem: excellent. There are two
          classic ways out: *quote* the field, or *escape* the character. Choose one, write its rules in
          three lines, and then try to break your own rules with a name.
        `,
      ),
      askedAgain(
        "student19",
        2200,
        prose`
          I chose escaping: a comma becomes \`\,\`. My own test broke it: a name that **ends with a
          backslash** swallows the real separator. Do I have to forbid backslashes, or is there a rule
          that I miss?
        `,
      ),
    ],
  },
] satisfies DemoThread[];
