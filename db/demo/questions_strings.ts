import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** String. */
export const questionsOfStrings = [
  {
    key: "palindrome-phrase",
    title: "Palindrome, Punctuation and All",
    explanation: prose`
      A phrase is a palindrome when its letters and digits read the same both ways. Spaces,
      punctuation and upper or lower case do not count.

      ### Input
      One line of 1 to 500 characters.

      ### Output
      \`yes\` or \`no\`. A line with no letter and no digit at all is a palindrome.

      ### Hint
      Two fingers, one from each end: each skips what does not count. \`std::isalnum\` and
      \`std::tolower\` live in \`<cctype>\` and want an \`unsigned char\`.
    `,
    testCases: [
      { input: "Never odd or even", output: "yes" },
      { input: "Madam, I'm Adam.", output: "yes" },
      { input: "C++ class", output: "no" },
      { input: "!!", output: "yes", explanation: "Nothing left to compare." },
    ],
    difficulty: "easy",
    tags: ["strings", "two-pointers", "cctype"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "String",
    similarQuestions: [
      { title: "Valid Palindrome", url: "https://leetcode.com/problems/valid-palindrome/" },
      {
        title: "std::isalnum (reference)",
        url: "https://en.cppreference.com/w/cpp/string/byte/isalnum",
      },
    ],
    codingPlatformLink: "https://leetcode.com/problems/valid-palindrome/",
    distributionTag: "cw",
    createdBy: "mentor2",
    created: { daysAgo: 7, at: "10:25" },
    solution: {
      title: "Two fingers",
      content: prose`
        ~~~cpp
        #include <cctype>
        #include <iostream>
        #include <string>

        bool isPalindrome(const std::string& text) {
            int left = 0;
            int right = static_cast<int>(text.size()) - 1;
            while (left < right) {
                const unsigned char a = text[left];
                const unsigned char b = text[right];
                if (!std::isalnum(a)) {
                    ++left;
                } else if (!std::isalnum(b)) {
                    --right;
                } else {
                    if (std::tolower(a) != std::tolower(b)) return false;
                    ++left;
                    --right;
                }
            }
            return true;
        }

        int main() {
            std::string line;
            std::getline(std::cin, line);
            std::cout << (isPalindrome(line) ? "yes" : "no") << "\n";
        }
        ~~~

        \`right\` is an \`int\` on purpose: \`text.size() - 1\` on an empty line would be a huge
        unsigned number.
      `,
      visible: true,
    },
  },
  {
    key: "run-length",
    title: "Run-Length Encoding",
    explanation: prose`
      Pack a word by writing each run of equal letters as the letter and the length of the run.
      A run of length 1 is written without a number.

      ### Input
      One word of 1 to 1000 lower-case letters.

      ### Output
      The packed word, a space, and how many characters were **saved** (0 or more).

      ### Constraints
      One pass over the word. No \`std::map\`: equal letters that are not neighbours belong to
      different runs.

      ### Hint
      The last run has no letter after it that would tell you that it has ended. Most wrong
      answers lose exactly that one.
    `,
    testCases: [
      { input: "aaabccd", output: "a3bc2d 1" },
      { input: "abc", output: "abc 0" },
      {
        input: "zzzzzzzzzzzz",
        output: "z12 9",
        explanation: "Twelve letters become three characters.",
      },
    ],
    difficulty: "medium",
    tags: ["strings", "loops", "compression"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "String",
    similarQuestions: [
      { title: "String Compression", url: "https://leetcode.com/problems/string-compression/" },
    ],
    distributionTag: "hw",
    createdBy: "mentor",
    created: { daysAgo: 6, at: "17:05" },
    solution: {
      title: "Find the end of each run",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <string>

        int main() {
            std::string word;
            std::cin >> word;
            std::string packed;
            std::size_t start = 0;
            while (start < word.size()) {
                std::size_t end = start;
                while (end < word.size() && word[end] == word[start]) ++end;
                packed += word[start];
                if (end - start > 1) packed += std::to_string(end - start);
                start = end;
            }
            std::cout << packed << " " << word.size() - packed.size() << "\n";
        }
        ~~~

        Instead of comparing each letter with the one before it, we look for the *end* of the run
        that begins here. The last run then needs no special treatment, and the order of the two
        conditions in the inner loop guards against reading past the end.
      `,
      visible: true,
    },
  },
] satisfies DemoQuestion[];
