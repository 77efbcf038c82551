import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain, replied, resolved } from "./thread_entries.ts";

/** Resolved doubts of the first days: input, types, operators, loops, functions. */
export const resolvedThreads = [
  {
    question: "roll-and-name",
    student: "student",
    entries: [
      asked(
        "student",
        17400,
        prose`
          It does not wait for the name! I enter 42, press Enter, and it prints \`[42] \` at once.

          ~~~cpp
          cin >> roll;
          getline(cin, name);
          ~~~
        `,
      ),
      replied(
        "mentor",
        17250,
        prose`
          Imagine the keyboard as a queue of characters. You typed \`4\`, \`2\`, and one more key. Which of
          the three does \`cin >> roll\` take, and what does \`getline\` find at the head of the queue?
        `,
      ),
      askedAgain(
        "student",
        17190,
        "It finds the Enter! So the name is empty. How do I throw the Enter away?",
      ),
      replied(
        "mentor",
        17120,
        prose`
          Exactly. There is a manipulator that skips white space: \`std::ws\`. Put it where the queue is to
          be cleaned, and test it with \`42\` followed by two spaces.
        `,
      ),
      resolved("student", 17060, "Works, also with the two spaces. Thank you sir!"),
    ],
  },
  {
    question: "average-marks",
    student: "student3",
    entries: [
      asked(
        "student3",
        17800,
        "I wrote `double average = sum / n;` and still get 74.00. average is a double, so why?",
      ),
      replied(
        "mentor",
        17650,
        prose`
          The assignment happens last. Before it, the right-hand side has to be worked out on its own:
          what are the types of \`sum\` and of \`n\`, and what does C++ make of \`224 / 3\` then?
        `,
      ),
      resolved("student3", 17500, "Oh. The damage is done before the double gets to see it."),
    ],
  },
  {
    question: "leap-year",
    student: "student6",
    entries: [
      asked(
        "student6",
        15900,
        prose`
          \`y % 4 == 0 && (y % 100 != 0 && y % 400 == 0)\` says that **no** year is a leap year, not even
          2024.
        `,
      ),
      replied(
        "mentor2",
        15700,
        prose`
          Read your expression aloud, replacing each sign by a word, and put in 2024. Which of the three
          parts is false? Then read the rule in the statement aloud. Where does the rule say *or*?
        `,
      ),
      resolved("student6", 15620, ""),
    ],
  },
  {
    question: "leap-year",
    student: "student20",
    entries: [
      asked(
        "student20",
        15400,
        prose`
          With a single \`&\` I get the same answers as with \`&&\` for all years 1 to 9999, I checked with
          a loop. So is there any difference, or is it a matter of taste?
        `,
      ),
      replied(
        "mentor3",
        15150,
        prose`
          What a good experiment. With plain \`bool\`s on both sides the *value* is the same. Now try

          ~~~cpp
          int d = 0;
          if (d != 0 && 10 / d > 1) std::cout << "big";
          ~~~

          and replace the \`&&\`. What does that tell you about the **right-hand side**? And what is
          \`2 & 1\`, compared with \`2 && 1\`?
        `,
      ),
      askedAgain(
        "student20",
        15020,
        "It crashed with one &. So && does not even look at the right side. And 2 & 1 is 0, scary!",
      ),
      replied(
        "mentor3",
        14900,
        "Just so. The first is called *short-circuit evaluation*. Use it, and it will guard you often.",
      ),
      resolved("student20", 14840, "Clear now."),
    ],
  },
  {
    question: "diamond",
    student: "student11",
    entries: [
      asked(
        "student11",
        16300,
        prose`
          On my screen the diamond is *identical* to the sample, and the checker of my friend says wrong.
          I compared every star.
        `,
      ),
      replied(
        "admin",
        16200,
        prose`
          Two texts that look alike are not always alike. Let the terminal show you what the eye cannot
          see: run your program with \`./diamond | cat -A\`. The \`$\` marks where a row really ends. Now
          read the statement again, the sentence in bold.
        `,
      ),
      resolved("student11", 16020, "Spaces after the stars! One cannot see them. Removed."),
    ],
  },
  {
    question: "diamond",
    student: "student18",
    entries: [
      asked(
        "student18",
        16100,
        "Middle row comes two times for every n. Upper and lower loop are both n rows.",
      ),
      replied(
        "mentor2",
        15980,
        "For n = 3, how many rows does the statement want, and how many do 3 + 3 rows make? Which of the two loops would you shorten, and at which end?",
      ),
      resolved("student18", 15940, "Lower one, start from n-1. Done ma'am."),
    ],
  },
  {
    question: "gcd-tiles",
    student: "student30",
    entries: [
      asked(
        "student30",
        14100,
        prose`
          \`Floating point exception\` for 7 13, and I have no float anywhere. My base case is \`if (a == b) return a;\`, as in the subtraction method,
          but with \`%\` in the recursive call since it is faster.
        `,
      ),
      replied(
        "mentor",
        13900,
        prose`
          You mixed two recipes; each of them is good. Write the calls down: gcd(7, 13), gcd(13, 7),
          gcd(7, 6), ... Do the two numbers ever meet? Where does the sequence with \`%\` really end?
        `,
      ),
      resolved(
        "student30",
        13830,
        "It passes through (1, 0) and then divides by zero. Base case is b == 0.",
      ),
    ],
  },
  {
    question: "rotate-three",
    student: "student8",
    entries: [
      asked(
        "student8",
        13500,
        prose`
          My function is \`int* t = c; c = b; b = a; a = t;\` and main prints the old values. In the
          function itself (I printed \`*a *b *c\`) they are rotated. I do pass the addresses!
        `,
      ),
      replied(
        "mentor",
        13380,
        prose`
          Take three boxes of chalk and three paper arrows. \`main\` gives the function *copies of the
          arrows*. Your four statements turn those copies around very neatly. Did anybody open a box?
        `,
      ),
      askedAgain("student8", 13300, "So I need stars on both sides? `*c = *b`?"),
      replied(
        "mentor",
        13240,
        "Try it, and say what each star does in that line: the one on the left and the one on the right.",
      ),
      resolved(
        "student8",
        13100,
        "Left star: the box to write into. Right star: the box to read from. It rotates!",
      ),
    ],
  },
  {
    question: "rotate-three",
    student: "student29",
    entries: [
      asked(
        "student29",
        13600,
        "error: invalid conversion from 'int' to 'int*' in the line `rotate(x, y, z);` What does it want to convert?",
      ),
      replied(
        "mentor3",
        13450,
        "The function asks for *where the box stands*, and you hand it *what lies in the box*. Which operator gives the address of a variable?",
      ),
      resolved("student29", 13410),
    ],
  },
  {
    question: "build-stages",
    student: "student17",
    entries: [
      asked(
        "student17",
        21000,
        prose`
          I know the two messages of part 2 but I cannot say which stage gives *undefined reference*. It
          comes when I run g++, so it is the compiler, isn't it?
        `,
      ),
      replied(
        "mentor3",
        20700,
        prose`
          \`g++\` is the foreman; several workers answer to that name. Declare a function, call it, do not
          define it, and then run \`g++ -c main.cpp\`. Does that complain? And \`g++ main.o\`? Now you know
          in whose hands it broke.
        `,
      ),
      resolved("student17", 20640, "-c is silent, the second one complains. So it is the linker."),
    ],
  },
  {
    question: "fits-in-64",
    student: "student5",
    entries: [
      asked(
        "student5",
        25900,
        prose`
          For the largest limit my program never ends. My loop says \`while (f * (n + 1) <= limit)\`. I printed
          f on the way: after n = 20 comes \`-4249290049419214848\`, negative, so it is of course less than
          the limit... and much later f is 0 for ever. Should I use unsigned?
        `,
      ),
      replied(
        "mentor3",
        25600,
        prose`
          You diagnosed it yourself: the test comes *after* the accident. \`unsigned\` would only move the
          accident a little further. Can you ask the same question, "is f times k at most L?", without
          ever computing that product? What do you do on paper with an inequality?
        `,
      ),
      resolved("student5", 25480, "Divide both sides! f <= limit / (n + 1)."),
    ],
  },
] satisfies DemoThread[];
