import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Object-Oriented Programming (OOP). */
export const questionsOfObjects = [
  {
    key: "bank-account",
    title: "A Bank Account with Rules",
    explanation: prose`
      Write a class \`Account\` that **cannot** get into a wrong state.

      - It begins with a balance of 0.
      - \`bool deposit(long long amount)\`: refuses amounts of 0 or less.
      - \`bool withdraw(long long amount)\`: refuses amounts of 0 or less, and amounts above the
        balance.
      - \`long long balance() const\`

      ### Input
      \`q\` (1 to 1000), then \`q\` lines \`deposit x\` or \`withdraw x\`.

      ### Output
      For each line \`ok\` or \`refused\`, and at the end \`balance = \` and the balance.

      ### What we look at
      Private data, \`const\` where it belongs, and rules inside the class rather than in \`main\`.

      ### Hint
      If \`main\` has to check the balance before it calls \`withdraw\`, the rule lives in the wrong
      place.
    `,
    testCases: [
      {
        input: "4\ndeposit 500\nwithdraw 200\nwithdraw 400\ndeposit -5",
        output: "ok\nok\nrefused\nrefused\nbalance = 300",
      },
      { input: "1\nwithdraw 1", output: "refused\nbalance = 0" },
      { input: "2\ndeposit 7\nwithdraw 7", output: "ok\nok\nbalance = 0" },
    ],
    difficulty: "medium",
    tags: ["classes", "encapsulation", "const"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Object-Oriented Programming (OOP)",
    similarQuestions: [
      { title: "Simple Bank System", url: "https://leetcode.com/problems/simple-bank-system/" },
    ],
    distributionTag: "cw",
    createdBy: "mentor2",
    created: { daysAgo: 5, at: "10:15" },
    solution: {
      title: "The rules live inside",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <string>

        class Account {
        public:
            bool deposit(long long amount) {
                if (amount <= 0) return false;
                balance_ += amount;
                return true;
            }

            bool withdraw(long long amount) {
                if (amount <= 0 || amount > balance_) return false;
                balance_ -= amount;
                return true;
            }

            long long balance() const { return balance_; }

        private:
            long long balance_ = 0;
        };

        int main() {
            int q = 0;
            std::cin >> q;
            Account account;
            while (q-- > 0) {
                std::string what;
                long long amount = 0;
                std::cin >> what >> amount;
                const bool done = what == "deposit" ? account.deposit(amount)
                                                    : account.withdraw(amount);
                std::cout << (done ? "ok" : "refused") << "\n";
            }
            std::cout << "balance = " << account.balance() << "\n";
        }
        ~~~

        \`balance_\` has an initial value right where it is declared, so there is no constructor to
        forget it. Nobody outside can write to it, and that is the point of the exercise.
      `,
      visible: true,
    },
  },
  {
    key: "shapes",
    title: "Shapes and a Virtual Destructor",
    explanation: prose`
      Write an abstract class \`Shape\` with \`virtual double area() const = 0\`, and two classes
      derived from it, \`Circle\` (radius) and \`Rectangle\` (width, height). Keep them in a
      \`std::vector<Shape*>\`, made with \`new\`.

      Each destructor prints one line: \`~Circle\` or \`~Rectangle\`.

      ### Input
      \`n\` (1 to 100), then \`n\` lines \`circle r\` or \`rectangle w h\`.

      ### Output
      The area of each shape with two decimals, one a line, in the order of input; then the lines
      of the destructors, in the same order. Use 3.14159265358979 for pi.

      ### Hint
      Run it once **without** \`virtual\` in front of \`~Shape\`, with \`-Wall\`. What does the
      compiler say, and which lines are missing from the output?
    `,
    testCases: [
      {
        input: "2\ncircle 1\nrectangle 2 3.5",
        output: "3.14\n7.00\n~Circle\n~Rectangle",
      },
      { input: "1\nrectangle 10 0.5", output: "5.00\n~Rectangle" },
      {
        input: "3\ncircle 2\ncircle 0.5\nrectangle 1 1",
        output: "12.57\n0.79\n1.00\n~Circle\n~Circle\n~Rectangle",
      },
    ],
    difficulty: "medium",
    tags: ["inheritance", "polymorphism", "virtual", "destructor"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Object-Oriented Programming (OOP)",
    similarQuestions: [
      {
        title: "Virtual Functions",
        url: "https://www.hackerrank.com/challenges/virtual-functions/problem",
      },
      {
        title: "Destructors (reference)",
        url: "https://en.cppreference.com/w/cpp/language/destructor",
      },
    ],
    distributionTag: "hw",
    createdBy: "mentor3",
    created: { daysAgo: 4, at: "17:10" },
    solution: {
      title: "One base, one virtual destructor",
      content: prose`
        ~~~cpp
        #include <iomanip>
        #include <iostream>
        #include <string>
        #include <vector>

        class Shape {
        public:
            virtual ~Shape() = default;
            virtual double area() const = 0;
        };

        class Circle : public Shape {
        public:
            explicit Circle(double radius) : radius_(radius) {}
            ~Circle() override { std::cout << "~Circle\n"; }
            double area() const override { return 3.14159265358979 * radius_ * radius_; }

        private:
            double radius_;
        };

        class Rectangle : public Shape {
        public:
            Rectangle(double width, double height) : width_(width), height_(height) {}
            ~Rectangle() override { std::cout << "~Rectangle\n"; }
            double area() const override { return width_ * height_; }

        private:
            double width_;
            double height_;
        };

        int main() {
            int n = 0;
            std::cin >> n;
            std::vector<Shape*> shapes;
            for (int i = 0; i < n; ++i) {
                std::string kind;
                double a = 0, b = 0;
                std::cin >> kind >> a;
                if (kind == "circle") {
                    shapes.push_back(new Circle(a));
                } else {
                    std::cin >> b;
                    shapes.push_back(new Rectangle(a, b));
                }
            }
            std::cout << std::fixed << std::setprecision(2);
            for (const Shape* shape : shapes) std::cout << shape->area() << "\n";
            for (const Shape* shape : shapes) delete shape;
        }
        ~~~

        Deleting a derived object through a pointer to a base whose destructor is not virtual is
        undefined behaviour; usually only the base part is destroyed. One line in \`Shape\` puts it
        right for every class that will ever be derived from it.
      `,
      visible: true,
    },
  },
  {
    key: "which-destructor",
    title: "Which Destructor Runs, and When?",
    explanation: prose`
      Do **not** run this program first. Predict its output, then run it, then explain every line
      that surprised you.

      ~~~cpp
      #include <iostream>

      struct Lamp {
          char name;
          explicit Lamp(char n) : name(n) { std::cout << "+" << name; }
          Lamp(const Lamp& other) : name(other.name) { std::cout << "c" << name; }
          ~Lamp() { std::cout << "-" << name; }
      };

      void look(Lamp lamp) { std::cout << "?" << lamp.name; }

      int main() {
          Lamp a('a');
          {
              Lamp b('b');
              look(b);
          }
          Lamp* p = new Lamp('p');
          look(*p);
      }
      ~~~

      ### Write down
      1. Your prediction, and the real output.
      2. Why \`b\` has one \`-\` more than it has \`+\` signs, and \`p\` has not.
      3. One change to \`look\` that removes all the copies.
      4. One change to \`main\` that lets \`p\` say goodbye.

      ### Hint
      Objects on the stack die at the closing brace of their scope, in reverse order of birth. Who
      ends the life of an object on the heap?
    `,
    testCases: [],
    difficulty: "medium",
    tags: ["theory", "object-lifetime", "copy-constructor"],
    repoCategory: "question",
    questionType: "conceptual",
    majorTopic: "Object-Oriented Programming (OOP)",
    similarQuestions: [
      {
        title: "Object lifetime (reference)",
        url: "https://en.cppreference.com/w/cpp/language/lifetime",
      },
    ],
    distributionTag: "practice",
    createdBy: "mentor3",
    created: { daysAgo: 4, at: "11:45" },
    solution: {
      title: "Reading the trace",
      content: prose`
        The output is \`+a+bcb?b-b-b+pcp?p-p-a\`.

        - \`look(b)\` takes its parameter **by value**: a copy is born (\`cb\`) and dies at the end
          of the call (the first \`-b\`). The original dies at the inner brace (the second \`-b\`).
        - \`look(*p)\` copies as well (\`cp\`, \`-p\`). The original on the heap never dies, because
          nobody calls \`delete\`. Only the *pointer* \`p\` goes out of scope.
        - \`a\` dies last, at the end of \`main\`.

        ~~~cpp
        void look(const Lamp& lamp) { std::cout << "?" << lamp.name; }  // no copies

        auto p = std::make_unique<Lamp>('p');  // dies by itself, at the end of main
        ~~~
      `,
      visible: true,
    },
  },
  {
    key: "record-keeper",
    title: "Project: Student Record Keeper",
    explanation: prose`
      A console program that looks after the records of one class. Work in pairs, two weeks, one
      repository.

      ### It must
      1. Add, list, find (by roll number or by part of the name), change and remove students.
      2. Keep for each student: roll number, name, branch, and marks in any number of subjects.
      3. Print the class list sorted by roll number, by name, or by average.
      4. Refuse wrong input with a message that says what is wrong, and carry on.

      ### It should
      - Have a class \`Student\` and a class \`Register\`, each in its own \`.h\` and \`.cpp\`.
      - Keep all input and output out of those two classes.

      ### Milestones
      | Day | Show us |
      |-----|---------|
      | 3   | the header files and a page of test inputs |
      | 8   | add, list and find |
      | 13  | everything, with a README and a sample session |

      ### Hint
      Write \`main\` as if the two classes existed already. What you wish they offered is their
      public interface.
    `,
    testCases: [],
    difficulty: "hard",
    tags: ["classes", "vector", "teamwork", "menu"],
    repoCategory: "project",
    majorTopic: "Object-Oriented Programming (OOP)",
    similarQuestions: [],
    distributionTag: "pw",
    createdBy: "mentor",
    created: { daysAgo: 15, at: "18:10" },
  },
] satisfies DemoQuestion[];
