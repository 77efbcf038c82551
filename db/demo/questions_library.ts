import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** STL, File I/O. */
export const questionsOfLibrary = [
  {
    key: "word-count",
    title: "How Often Was It Said?",
    explanation: prose`
      Count how often each word appears and print the most frequent ones first.

      ### Input
      - Line 1: \`k\`, how many words to print (1 to 20).
      - Then the text: words of lower-case letters until the end of input, at most 100 000.

      ### Output
      At most \`k\` lines \`word count\`. Higher counts first; equal counts in alphabetical order.

      ### Hint
      \`std::map<std::string, int>\` counts in one line, but it is sorted by *word*. Copy its pairs
      into a \`std::vector\` and sort that with a comparison of your own. A comparison must say
      \`false\` for two equal elements, never \`<=\`.
    `,
    testCases: [
      {
        input: "2\nchai pani chai bun pani chai",
        output: "chai 3\npani 2",
      },
      {
        input: "3\nb a c",
        output: "a 1\nb 1\nc 1",
        explanation: "Equal counts: alphabetical order.",
      },
      {
        input: "5\nek do ek",
        output: "ek 2\ndo 1",
        explanation: "Fewer than five different words.",
      },
    ],
    difficulty: "medium",
    tags: ["map", "sort", "comparator", "stl"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "STL",
    similarQuestions: [
      {
        title: "Top K Frequent Words",
        url: "https://leetcode.com/problems/top-k-frequent-words/",
      },
      { title: "Maps-STL", url: "https://www.hackerrank.com/challenges/cpp-maps/problem" },
    ],
    codingPlatformLink: "https://leetcode.com/problems/top-k-frequent-words/",
    distributionTag: "cw",
    createdBy: "mentor2",
    created: 150,
    solution: {
      title: "Count in a map, rank in a vector",
      content: prose`
        ~~~cpp
        #include <algorithm>
        #include <iostream>
        #include <map>
        #include <string>
        #include <utility>
        #include <vector>

        int main() {
            std::size_t k = 0;
            std::cin >> k;
            std::map<std::string, int> count;
            std::string word;
            while (std::cin >> word) ++count[word];

            std::vector<std::pair<std::string, int>> ranking(count.begin(), count.end());
            std::sort(ranking.begin(), ranking.end(), [](const auto& a, const auto& b) {
                if (a.second != b.second) return a.second > b.second;
                return a.first < b.first;
            });
            for (std::size_t i = 0; i < ranking.size() && i < k; ++i) {
                std::cout << ranking[i].first << " " << ranking[i].second << "\n";
            }
        }
        ~~~

        \`count[word]\` makes a 0 for a new word, so \`++\` needs no \`if\`. The comparison is strict
        in both of its branches, which is what \`std::sort\` asks of it.
      `,
      visible: false,
    },
  },
  {
    key: "erase-while-iterating",
    title: "Erase While You Iterate",
    explanation: prose`
      Read a list of numbers and remove every multiple of \`m\` from it, **twice**: once with a loop
      and the iterator that \`erase\` returns, and once with the erase-remove idiom. Both must give
      the same list.

      ### Input
      - Line 1: \`n\` and \`m\`, 1 <= n <= 1000, 1 <= m <= 1000.
      - Line 2: \`n\` integers.

      ### Output
      - Line 1: what is left after the loop, or \`none\`.
      - Line 2: what is left after erase-remove, or \`none\`.

      ### Hint
      After \`v.erase(it)\` the iterator \`it\` is *invalid*. Which iterator does \`erase\` hand you
      instead, and should you still do \`++it\` in that round? Test it with two multiples side by
      side.
    `,
    testCases: [
      {
        input: "6 2\n1 2 4 3 6 5",
        output: "1 3 5\n1 3 5",
        explanation: "2 and 4 are neighbours: a careless loop would skip the 4.",
      },
      { input: "3 1\n7 8 9", output: "none\nnone" },
      { input: "3 10\n1 2 3", output: "1 2 3\n1 2 3" },
    ],
    difficulty: "medium",
    tags: ["vector", "iterators", "erase-remove", "stl"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "STL",
    similarQuestions: [
      { title: "Remove Element", url: "https://leetcode.com/problems/remove-element/" },
      { title: "Vector-Erase", url: "https://www.hackerrank.com/challenges/vector-erase/problem" },
    ],
    distributionTag: "hw",
    createdBy: "mentor2",
    created: 125,
    solution: {
      title: "Take the iterator that erase returns",
      content: prose`
        ~~~cpp
        #include <algorithm>
        #include <iostream>
        #include <vector>

        void print(const std::vector<int>& v) {
            if (v.empty()) std::cout << "none";
            for (std::size_t i = 0; i < v.size(); ++i) {
                std::cout << v[i] << (i + 1 < v.size() ? " " : "");
            }
            std::cout << "\n";
        }

        int main() {
            int n = 0, m = 1;
            std::cin >> n >> m;
            std::vector<int> first(n);
            for (int& value : first) std::cin >> value;
            std::vector<int> second = first;

            for (auto it = first.begin(); it != first.end();) {
                if (*it % m == 0) {
                    it = first.erase(it);
                } else {
                    ++it;
                }
            }

            const auto isMultiple = [m](int value) { return value % m == 0; };
            second.erase(std::remove_if(second.begin(), second.end(), isMultiple), second.end());

            print(first);
            print(second);
        }
        ~~~

        \`erase\` returns the element *after* the one that was removed, so that round must not step
        on. The loop moves the tail once per removed element; erase-remove moves each survivor at
        most once, and is the one to prefer for long vectors.
      `,
      visible: false,
    },
  },
  {
    key: "library-desk",
    title: "Project: The Library Desk",
    explanation: prose`
      Model the issue desk of the college library with the STL. One week, alone.

      ### It must
      1. Keep books (number, title, author, copies) and members (roll number, name).
      2. Issue and return books, at most three to a member at a time.
      3. Keep a waiting queue for each book of which no copy is left, and hand a returned copy to
         the first in the queue.
      4. Answer: who has this book, what has this member, which books were asked for most.

      ### Choose the container, and say why
      For each of \`std::map\`, \`std::unordered_map\`, \`std::set\`, \`std::queue\` and
      \`std::vector\` write one sentence in your README: where you used it, or why you did not.

      ### Hint
      Begin with question 4. The questions you must answer quickly decide which containers you
      need.
    `,
    testCases: [],
    difficulty: "hard",
    tags: ["map", "queue", "design", "stl"],
    repoCategory: "project",
    majorTopic: "STL",
    similarQuestions: [
      {
        title: "Containers library (reference)",
        url: "https://en.cppreference.com/w/cpp/container",
      },
    ],
    distributionTag: "central",
    createdBy: "mentor2",
    created: { daysAgo: 5, at: "21:10" },
  },
  {
    key: "marks-file",
    title: "Marks In, Marks Out",
    explanation: prose`
      Write the records to a file, **close it**, open it again, and work only with what you read
      back.

      ### Input
      \`n\` (1 to 200), then \`n\` lines \`name marks\` (the name has no spaces, marks 0 to 100).

      ### What the program does
      1. Writes \`marks.txt\`, one record a line.
      2. Opens \`marks.txt\` for reading. If that fails, it prints \`cannot open\` and ends with
         \`return 1\`.
      3. Prints the three lines below.

      ### Output
      - \`top: \` and the name of the topper (the first one, if several)
      - \`average: \` with two decimals
      - \`failed: \` and how many have less than 40

      ### Hint
      \`while (!file.eof())\` handles the last record twice. Let the **reading itself** be the
      condition of the loop.
    `,
    testCases: [
      {
        input: "3\nRekha 81\nDawa 35\nImtiaz 90",
        output: "top: Imtiaz\naverage: 68.67\nfailed: 1",
      },
      {
        input: "2\nUma 50\nOm 50",
        output: "top: Uma\naverage: 50.00\nfailed: 0",
        explanation: "Equal marks: the first one is the topper.",
      },
    ],
    difficulty: "medium",
    tags: ["fstream", "files", "eof"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "File I/O",
    similarQuestions: [
      {
        title: "std::basic_fstream (reference)",
        url: "https://en.cppreference.com/w/cpp/io/basic_fstream",
      },
    ],
    distributionTag: "hw",
    createdBy: "mentor",
    created: 1350,
    solution: {
      title: "Read in the condition of the loop",
      content: prose`
        ~~~cpp
        #include <fstream>
        #include <iomanip>
        #include <iostream>
        #include <string>

        int main() {
            int n = 0;
            std::cin >> n;
            {
                std::ofstream out("marks.txt");
                for (int i = 0; i < n; ++i) {
                    std::string name;
                    int marks = 0;
                    std::cin >> name >> marks;
                    out << name << " " << marks << "\n";
                }
            }

            std::ifstream in("marks.txt");
            if (!in) {
                std::cout << "cannot open\n";
                return 1;
            }
            std::string name, top;
            int marks = 0, best = -1, sum = 0, count = 0, failed = 0;
            while (in >> name >> marks) {
                ++count;
                sum += marks;
                if (marks < 40) ++failed;
                if (marks > best) {
                    best = marks;
                    top = name;
                }
            }
            std::cout << "top: " << top << "\n";
            std::cout << "average: " << std::fixed << std::setprecision(2)
                      << static_cast<double>(sum) / count << "\n";
            std::cout << "failed: " << failed << "\n";
        }
        ~~~

        The inner braces end the life of \`out\`, and its destructor closes the file: without that,
        part of the text might still sit in a buffer when we begin to read.
      `,
      visible: false,
    },
  },
] satisfies DemoQuestion[];
