import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Templates & Generic Programming, Exception Handling. */
export const questionsOfTemplates = [
  {
    key: "largest-of-any",
    title: "One Largest for Every Type",
    explanation: prose`
      Write **one** function template

      ~~~cpp
      template <typename T>
      T largest(const std::vector<T>& items);
      ~~~

      and use it for whole numbers, decimals and words.

      ### Input
      - Line 1: a letter: \`i\` for int, \`d\` for double, \`s\` for words.
      - Line 2: \`n\` (1 to 1000), then \`n\` values of that type.

      ### Output
      The largest value. Words compare as \`std::string\` does.

      ### Hint
      Your template may use nothing but \`<\` and copying. Read the values in a second template,
      so that \`main\` has one line for each type.
    `,
    testCases: [
      { input: "i\n4 3 -8 12 5", output: "12" },
      { input: "d\n3 0.5 0.25 -7", output: "0.5" },
      {
        input: "s\n3 idli vada dosa",
        output: "vada",
        explanation: "Alphabetical order, not length.",
      },
      { input: "i\n2 -3 -9", output: "-3" },
    ],
    difficulty: "easy",
    tags: ["templates", "generic", "vector"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Templates & Generic Programming",
    similarQuestions: [
      {
        title: "Function templates (reference)",
        url: "https://en.cppreference.com/w/cpp/language/function_template",
      },
    ],
    distributionTag: "cw",
    createdBy: "mentor3",
    created: 170,
    solution: {
      title: "Begin with the first item",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <string>
        #include <vector>

        template <typename T>
        T largest(const std::vector<T>& items) {
            T best = items.front();
            for (const T& item : items) {
                if (best < item) best = item;
            }
            return best;
        }

        template <typename T>
        void solve() {
            int n = 0;
            std::cin >> n;
            std::vector<T> items(n);
            for (T& item : items) std::cin >> item;
            std::cout << largest(items) << "\n";
        }

        int main() {
            char kind = 'i';
            std::cin >> kind;
            if (kind == 'i') solve<int>();
            if (kind == 'd') solve<double>();
            if (kind == 's') solve<std::string>();
        }
        ~~~

        \`T best = 0\` or \`T best{}\` would be wrong for a list of negative numbers, and would not
        even compile for some types. The first item is the only start that suits them all.
      `,
      visible: false,
    },
  },
  {
    key: "stack-template",
    title: "A Stack for Any Type",
    explanation: prose`
      Write a class template \`Stack<T>\` on top of \`std::vector<T>\`:

      - \`void push(const T& item)\`
      - \`T pop()\`: throws \`std::out_of_range\` when the stack is empty
      - \`const T& top() const\`: the same
      - \`bool empty() const\` and \`std::size_t size() const\`

      Test it with words.

      ### Input
      Commands, one a line, until \`end\`: \`push w\`, \`pop\`, \`top\`, \`size\`.

      ### Output
      For \`pop\` and \`top\` the word, or \`empty\` if there is none; for \`size\` the number.

      ### Hint
      The definition of a template belongs in the header. If you split it into \`.h\` and \`.cpp\`
      you will meet \`undefined reference\`. Do you see why?
    `,
    testCases: [
      {
        input: "push chai\npush samosa\ntop\npop\npop\npop\nend",
        output: "samosa\nsamosa\nchai\nempty",
      },
      { input: "size\npush a\nsize\nend", output: "0\n1" },
      { input: "top\npop\nsize\nend", output: "empty\nempty\n0" },
    ],
    difficulty: "medium",
    tags: ["templates", "stack", "class-template", "exceptions"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Templates & Generic Programming",
    similarQuestions: [
      { title: "Min Stack", url: "https://leetcode.com/problems/min-stack/" },
      { title: "Valid Parentheses", url: "https://leetcode.com/problems/valid-parentheses/" },
    ],
    distributionTag: "hw",
    createdBy: "mentor3",
    created: 130,
    solution: {
      title: "A vector with good manners",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <stdexcept>
        #include <string>
        #include <vector>

        template <typename T>
        class Stack {
        public:
            void push(const T& item) { items_.push_back(item); }

            T pop() {
                T item = top();
                items_.pop_back();
                return item;
            }

            const T& top() const {
                if (items_.empty()) throw std::out_of_range("the stack is empty");
                return items_.back();
            }

            bool empty() const { return items_.empty(); }
            std::size_t size() const { return items_.size(); }

        private:
            std::vector<T> items_;
        };

        int main() {
            Stack<std::string> stack;
            std::string command;
            while (std::cin >> command && command != "end") {
                try {
                    if (command == "push") {
                        std::string word;
                        std::cin >> word;
                        stack.push(word);
                    } else if (command == "pop") {
                        std::cout << stack.pop() << "\n";
                    } else if (command == "top") {
                        std::cout << stack.top() << "\n";
                    } else if (command == "size") {
                        std::cout << stack.size() << "\n";
                    }
                } catch (const std::out_of_range&) {
                    std::cout << "empty\n";
                }
            }
        }
        ~~~

        \`pop\` copies the item **before** it removes it. A reference to \`items_.back()\` would
        dangle after \`pop_back()\`.
      `,
      visible: false,
    },
  },
  {
    key: "safe-calculator",
    title: "A Calculator That Does Not Crash",
    explanation: prose`
      Write \`long long compute(long long a, char op, long long b)\` for \`+ - * /\`. It **throws**

      - \`std::domain_error("division by zero")\`
      - \`std::invalid_argument("unknown operator")\`

      and never prints anything itself. \`main\` catches and carries on with the next line.

      ### Input
      \`q\` (1 to 100), then \`q\` lines \`a op b\` with numbers from -1 000 000 to 1 000 000.

      ### Output
      For each line the result, or \`error: \` and the message of the exception.

      ### Hint
      Catch by **const reference**, not by value. If one \`catch\` is to serve both exceptions,
      which base class do they share, and what does \`what()\` print if you catch that base by
      value?
    `,
    testCases: [
      {
        input: "3\n7 + 5\n1 / 0\n4 ? 2",
        output: "12\nerror: division by zero\nerror: unknown operator",
      },
      {
        input: "2\n-9 / 2\n-3 * -3",
        output: "-4\n9",
        explanation: "Division truncates towards zero.",
      },
    ],
    difficulty: "medium",
    tags: ["exceptions", "try-catch", "standard-exceptions"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Exception Handling",
    similarQuestions: [
      {
        title: "std::exception (reference)",
        url: "https://en.cppreference.com/w/cpp/error/exception",
      },
    ],
    distributionTag: "cw",
    createdBy: "mentor2",
    created: { daysAgo: 2, at: "10:20" },
    solution: {
      title: "Throw deep, catch once",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <stdexcept>

        long long compute(long long a, char op, long long b) {
            switch (op) {
                case '+': return a + b;
                case '-': return a - b;
                case '*': return a * b;
                case '/':
                    if (b == 0) throw std::domain_error("division by zero");
                    return a / b;
                default: throw std::invalid_argument("unknown operator");
            }
        }

        int main() {
            int q = 0;
            std::cin >> q;
            while (q-- > 0) {
                long long a = 0, b = 0;
                char op = '+';
                std::cin >> a >> op >> b;
                try {
                    std::cout << compute(a, op, b) << "\n";
                } catch (const std::exception& problem) {
                    std::cout << "error: " << problem.what() << "\n";
                }
            }
        }
        ~~~

        The \`try\` stands **inside** the loop; around the loop it would end everything at the first
        mistake. Caught by value as \`std::exception\`, the object would be sliced and its message
        lost.
      `,
      visible: true,
    },
  },
] satisfies DemoQuestion[];
