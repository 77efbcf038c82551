import { byLearner } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** More of what was handed in again; some of it waits for its second review. */
export const responsesAgainLater: DemoResponse[] = [
  {
    ...byLearner("34", "gcd-tiles"),
    status: "solved",
    learningNotes:
      "long long everywhere, also for a and b, since the product is made before it is stored.",
    minutesAgo: 11900,
    review: {
      status: "approved",
      comment: "And you can say why. Approved.",
      by: "mentor",
      minutesAgo: 11000,
    },
    earlier: [
      {
        status: "solved",
        learningNotes: "",
        code: prose`
          #include <iostream>
          using namespace std;

          int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

          int main() {
              int a, b;
              cin >> a >> b;
              int g = gcd(a, b);
              cout << g << " " << a / g * (b / g) << endl;
          }
        `,
        minutesAgo: 14200,
        review: {
          status: "not approved",
          comment: "A fine recursion. Run the third sample, then look at the type of your product.",
          by: "mentor",
          minutesAgo: 13200,
        },
      },
    ],
  },
  {
    ...byLearner("10", "best-streak"),
    status: "solved",
    learningNotes: "Either I extend yesterday or I begin today. Took me four days to believe it.",
    minutesAgo: 4800,
    review: {
      status: "approved",
      comment: "Four days well spent: you will never forget it. Approved.",
      by: "mentor2",
      minutesAgo: 4400,
    },
    earlier: [
      {
        status: "not understanding",
        learningNotes:
          "I do not know which days to choose when there are negative ones in the middle.",
        minutesAgo: 10400,
        review: {
          status: "not approved",
          comment:
            "Begin with a smaller question: which streak that ends TODAY is the best? Only two candidates.",
          by: "mentor2",
          minutesAgo: 9700,
        },
      },
    ],
  },
  {
    ...byLearner("26", "record-keeper"),
    status: "partially solved",
    learningNotes:
      "Everything but changing the marks. My partner has done the search, we are on time again.",
    minutesAgo: 6400,
    review: {
      status: "not approved",
      comment:
        "What is there is good, and the two of you work together well now. Send it again with point 1 complete.",
      by: "mentor",
      minutesAgo: 5700,
    },
    earlier: [
      {
        status: "having doubt",
        learningNotes: "Alone with the project at the moment. student.h is ready.",
        minutesAgo: 12900,
        review: {
          status: "not approved",
          comment: "A clear header. Let us talk after class.",
          by: "mentor",
          minutesAgo: 12500,
        },
      },
    ],
  },
  {
    ...byLearner("19", "safe-calculator"),
    status: "solved",
    learningNotes: "compute only throws now. All the printing is in main.",
    minutesAgo: 240,
    earlier: [
      {
        status: "solved",
        learningNotes: "",
        minutesAgo: 2000,
        review: {
          status: "not approved",
          comment:
            "compute prints its own errors. Let it throw, and let main decide what to do about it.",
          by: "mentor",
          minutesAgo: 1500,
        },
      },
    ],
  },
  {
    ...byLearner("28", "shapes"),
    status: "solved",
    learningNotes:
      "virtual ~Shape added, and override everywhere. The compiler found a missing const that way.",
    minutesAgo: 1320,
    earlier: [
      {
        status: "partially solved",
        learningNotes: "The destructor lines are missing though I call delete for each shape.",
        minutesAgo: 4200,
        review: {
          status: "not approved",
          comment:
            "Compile with -Wall: the warning about the destructor tells you the missing word.",
          by: "mentor3",
          minutesAgo: 3000,
        },
      },
    ],
  },
  {
    ...byLearner("32", "reverse-list"),
    status: "solved",
    learningNotes: "Saving next before delete, the same rule as in the reversing.",
    code: prose`
      #include <iostream>

      struct Node {
          int value;
          Node* next;
      };

      Node* reverse(Node* head) {
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
          Node** last = &head;
          for (int i = 0; i < n; i++) {
              int value = 0;
              std::cin >> value;
              *last = new Node{value, nullptr};
              last = &(*last)->next;
          }
          head = reverse(head);
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
    `,
    minutesAgo: 480,
    earlier: [
      {
        status: "solved",
        learningNotes: "",
        code: prose`
          #include <iostream>

          struct Node {
              int value;
              Node* next;
          };

          Node* reverse(Node* head) {
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
              Node** last = &head;
              for (int i = 0; i < n; i++) {
                  int value = 0;
                  std::cin >> value;
                  *last = new Node{value, nullptr};
                  last = &(*last)->next;
              }
              head = reverse(head);
              for (Node* node = head; node != nullptr; node = node->next) {
                  std::cout << node->value << " -> ";
              }
              std::cout << "null\n";
              delete head;
          }
        `,
        minutesAgo: 2900,
        review: {
          status: "not approved",
          comment: "The reversing is right. You free only the head: what about the other nodes?",
          by: "mentor3",
          minutesAgo: 1900,
        },
      },
    ],
  },
  {
    ...byLearner("3", "spiral-walk"),
    status: "solved",
    learningNotes: "Four walls. The two ifs came from the samples with one row and one column.",
    minutesAgo: 3300,
    review: {
      status: "approved",
      comment: "Found with the help of the samples, as it should be. Approved.",
      by: "mentor",
      minutesAgo: 2500,
    },
    earlier: [
      {
        status: "partially solved",
        learningNotes: "I mark visited cells with -1, which fails when the grid itself has a -1.",
        minutesAgo: 5200,
        review: {
          status: "not approved",
          comment:
            "You found the weak point of your own idea: very good. Could you know where the border is without marking?",
          by: "mentor",
          minutesAgo: 4600,
        },
      },
    ],
  },
];
