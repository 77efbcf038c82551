import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Pointers & Memory Management. */
export const questionsOfMemory = [
  {
    key: "rotate-three",
    title: "Rotate Three Values Through Pointers",
    explanation: prose`
      Write a function

      ~~~cpp
      void rotate(int* a, int* b, int* c);
      ~~~

      after which \`*b\` has the old value of \`*a\`, \`*c\` the old value of \`*b\`, and \`*a\` the old
      value of \`*c\`. \`main\` reads three integers, calls \`rotate\` **k** times and prints them.

      ### Input
      - Line 1: three integers.
      - Line 2: \`k\`, 0 <= k <= 1000.

      ### Output
      The three values after \`k\` rotations.

      ### Hint
      Draw three boxes and three arrows. \`a\` is an arrow, \`*a\` is what lies in the box. Changing
      an arrow inside the function changes nothing outside: why?
    `,
    testCases: [
      { input: "1 2 3\n1", output: "3 1 2" },
      {
        input: "1 2 3\n3",
        output: "1 2 3",
        explanation: "Three rotations bring all of them home.",
      },
      { input: "-5 0 5\n2", output: "0 5 -5" },
      { input: "9 8 7\n0", output: "9 8 7" },
    ],
    difficulty: "easy",
    tags: ["pointers", "functions", "call-by-address"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Pointers & Memory Management",
    similarQuestions: [
      { title: "Pointer", url: "https://www.hackerrank.com/challenges/c-tutorial-pointer/problem" },
    ],
    codingPlatformLink: "https://www.hackerrank.com/challenges/c-tutorial-pointer/problem",
    distributionTag: "cw",
    createdBy: "mentor",
    created: { daysAgo: 10, at: "10:20" },
    solution: {
      title: "One spare box is enough",
      content: prose`
        ~~~cpp
        #include <iostream>

        void rotate(int* a, int* b, int* c) {
            const int last = *c;
            *c = *b;
            *b = *a;
            *a = last;
        }

        int main() {
            int x = 0, y = 0, z = 0, k = 0;
            std::cin >> x >> y >> z >> k;
            while (k-- > 0) rotate(&x, &y, &z);
            std::cout << x << " " << y << " " << z << "\n";
        }
        ~~~

        Work from the end: once \`*c\` is saved, every box may be overwritten by its neighbour.
        Writing \`a = c\` would only bend the function's own copy of the arrow.
      `,
      visible: true,
    },
  },
  {
    key: "own-vector",
    title: "Grow Your Own Array",
    explanation: prose`
      Before we let you use \`std::vector\`, build the heart of it. Read integers until \`-1\`
      (which is not stored) into an array on the heap that **doubles** when it is full. It begins
      with a capacity of 1.

      ### Input
      At most 100 000 integers, then \`-1\`. All the others are >= 0.

      ### Output
      - Line 1: \`size\` and \`capacity\` at the end.
      - Line 2: the stored numbers in **reverse** order, or \`empty\`.

      ### Rules
      - Only \`new[]\` and \`delete[]\`: no \`vector\`, no \`malloc\`.
      - Every \`new[]\` has exactly one \`delete[]\`. Check it:

      ~~~bash
      g++ -std=c++17 -g -fsanitize=address grow.cpp -o grow && ./grow < numbers.txt
      ~~~

      ### Hint
      Growing is four steps: allocate the new block, copy, free the old block, and only then let
      your pointer point to the new one. What goes wrong if you swap the last two?
    `,
    testCases: [
      {
        input: "5 6 7 -1",
        output: "3 4\n7 6 5",
        explanation: "Capacities on the way: 1, 2, 4.",
      },
      { input: "-1", output: "0 1\nempty" },
      { input: "1 2 3 4 -1", output: "4 4\n4 3 2 1" },
      { input: "9 8 7 6 5 -1", output: "5 8\n5 6 7 8 9" },
    ],
    difficulty: "hard",
    tags: ["heap", "new-delete", "dynamic-array", "memory-leak"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Pointers & Memory Management",
    similarQuestions: [
      {
        title: "Variable Sized Arrays",
        url: "https://www.hackerrank.com/challenges/variable-sized-arrays/problem",
      },
    ],
    distributionTag: "hm",
    createdBy: "mentor3",
    created: { daysAgo: 8, at: "17:00" },
    lastModifiedBy: "mentor",
    lastModified: { daysAgo: 7, at: "09:05" },
    solution: {
      title: "Allocate, copy, free, re-point",
      content: prose`
        ~~~cpp
        #include <iostream>

        int main() {
            int capacity = 1;
            int size = 0;
            int* data = new int[capacity];

            int value = 0;
            while (std::cin >> value && value != -1) {
                if (size == capacity) {
                    int* bigger = new int[capacity * 2];
                    for (int i = 0; i < size; ++i) bigger[i] = data[i];
                    delete[] data;
                    data = bigger;
                    capacity *= 2;
                }
                data[size++] = value;
            }

            std::cout << size << " " << capacity << "\n";
            if (size == 0) std::cout << "empty";
            for (int i = size - 1; i >= 0; --i) std::cout << data[i] << (i > 0 ? " " : "");
            std::cout << "\n";
            delete[] data;
        }
        ~~~

        If \`data = bigger\` came before \`delete[] data\`, the *new* block would be freed and the
        old one lost: a dangling pointer and a leak in one stroke. Doubling keeps the copying
        cheap: n insertions copy fewer than 2n elements altogether.
      `,
      visible: true,
    },
  },
  {
    key: "reverse-list",
    title: "Reverse a Linked List, Then Free It",
    explanation: prose`
      Build a singly linked list from the input, reverse it **by changing the links** (not the
      values), print it, and free every node.

      ~~~cpp
      struct Node {
          int value;
          Node* next;
      };
      ~~~

      ### Input
      \`n\` (0 to 10 000), then \`n\` integers.

      ### Output
      The reversed list with \` -> \` between the values, then \` -> null\`. For an empty list just
      \`null\`.

      ### Hint
      Three pointers walk along the list: *previous*, *current*, *next*. Save \`current->next\`
      before you bend it. And when you free the list: may you still read \`node->next\` after
      \`delete node\`?
    `,
    testCases: [
      { input: "3\n1 2 3", output: "3 -> 2 -> 1 -> null" },
      { input: "1\n99", output: "99 -> null" },
      {
        input: "0",
        output: "null",
        explanation: "No node at all: nothing to bend, nothing to free.",
      },
    ],
    difficulty: "medium",
    tags: ["linked-list", "pointers", "new-delete"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Pointers & Memory Management",
    similarQuestions: [
      { title: "Reverse Linked List", url: "https://leetcode.com/problems/reverse-linked-list/" },
    ],
    codingPlatformLink: "https://leetcode.com/problems/reverse-linked-list/",
    distributionTag: "hm",
    createdBy: "mentor",
    created: { daysAgo: 3, at: "17:15" },
    solution: {
      title: "Three pointers and a careful farewell",
      content: prose`
        ~~~cpp
        #include <iostream>

        struct Node {
            int value;
            Node* next;
        };

        Node* reversed(Node* head) {
            Node* previous = nullptr;
            while (head != nullptr) {
                Node* next = head->next;
                head->next = previous;
                previous = head;
                head = next;
            }
            return previous;
        }

        int main() {
            int n = 0;
            std::cin >> n;
            Node* head = nullptr;
            Node** tail = &head;
            for (int i = 0; i < n; ++i) {
                int value = 0;
                std::cin >> value;
                *tail = new Node{value, nullptr};
                tail = &(*tail)->next;
            }

            head = reversed(head);
            for (Node* node = head; node != nullptr; node = node->next) {
                std::cout << node->value << " -> ";
            }
            std::cout << "null\n";

            while (head != nullptr) {
                Node* next = head->next;
                delete head;
                head = next;
            }
        }
        ~~~

        Both loops follow the same rule: *save the next pointer before you touch the node*. Reading
        \`head->next\` after \`delete head\` is use after free, even if it happens to print the
        right thing on your laptop.
      `,
      visible: false,
    },
  },
] satisfies DemoQuestion[];
