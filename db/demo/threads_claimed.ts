import type { DemoThread } from "./shape.ts";
import { prose } from "./text.ts";
import { asked, askedAgain, replied } from "./thread_entries.ts";

/** Doubts that a mentor holds at this moment. */
export const claimedThreads = [
  {
    question: "own-vector",
    student: "student16",
    claimedBy: "mentor2",
    entries: [
      asked(
        "student16",
        55,
        prose`
          With one number all is well. With two, one of them comes out as garbage, and after printing
          it says

          ~~~text
          free(): double free detected in tcache 2
          Aborted (core dumped)
          ~~~

          I have two delete: one in \`grow\` and one at the end of main. They are for two
          different blocks, I think? With three numbers there is garbage too, but no message.

          ~~~cpp
          void grow(int* data, int& capacity) {
              int* bigger = new int[capacity * 2];
              for (int i = 0; i < capacity; i++) bigger[i] = data[i];
              delete[] data;
              data = bigger;
              capacity *= 2;
          }
          ~~~
        `,
      ),
    ],
  },
  {
    question: "safe-calculator",
    student: "student25",
    claimedBy: "mentor",
    entries: [
      asked(
        "student25",
        190,
        prose`
          After the first error line my program stops reading: for the sample it prints 12, then the
          division error, then nothing. I have one \`try\` with the whole \`while\` in it and the
          \`catch\` below. It does catch, so why does it not go on?
        `,
      ),
    ],
  },
  {
    question: "shapes",
    student: "student33",
    claimedBy: "mentor3",
    entries: [
      asked(
        "student33",
        1600,
        prose`
          I switched to \`std::unique_ptr<Shape>\` since we have it in the third year anyway. Now the
          destructor lines come in an order that I cannot explain: for *circle, rectangle* sometimes
          \`~Rectangle\` is first. Does the vector not destroy from front to back?
        `,
      ),
      replied(
        "mentor3",
        1460,
        prose`
          A good upgrade. The standard does not promise an order in which a vector destroys its
          elements. If the order matters to the output, who should decide it: the vector, or you?
          Look for a member function that ends one element at a time.
        `,
      ),
      askedAgain(
        "student33",
        210,
        prose`
          With \`shapes.erase(shapes.begin())\` in a loop I get the right order, but that moves all
          the others each time. Is there anything better than O(n²), staying with unique_ptr?
        `,
      ),
    ],
  },
] satisfies DemoThread[];
