import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Advanced Topics, and the project on File I/O. */
export const questionsOfAdvanced = [
  {
    key: "phone-book",
    title: "Project: A Phone Book That Remembers",
    explanation: prose`
      A phone book on the console that is still there after you close it. Alone or in pairs, ten
      days.

      ### It must
      1. Add, find (any part of the name, upper or lower case), change and remove contacts.
      2. Load \`contacts.csv\` at the start and save it at the end. A missing file is an empty book,
         not an error.
      3. Survive a line it cannot understand: skip it, count it, and report
         \`2 lines skipped\`.
      4. Never lose the old file: write to \`contacts.tmp\` first, then rename it.

      ### Format
      ~~~text
      name,phone,city
      Meghna Saikia,9400000017,Tezpur
      ~~~

      ### It should
      Work with names that contain a comma. Decide how, and write it in your README.

      ### Hint
      Write \`parse(line)\` and \`format(contact)\` first, and check that
      \`parse(format(c))\` gives \`c\` back for the nastiest name you can think of.
    `,
    testCases: [
      {
        input: "add Meghna Saikia,9400000017,Tezpur\nfind saikia\nquit",
        output: "Meghna Saikia 9400000017 Tezpur",
        explanation: "Only a sample session: your prompts may look different.",
      },
    ],
    difficulty: "hard",
    tags: ["files", "csv", "fstream", "parsing"],
    repoCategory: "project",
    majorTopic: "File I/O",
    similarQuestions: [
      {
        title: "std::filesystem::rename (reference)",
        url: "https://en.cppreference.com/w/cpp/filesystem/rename",
      },
    ],
    distributionTag: "pw",
    createdBy: "mentor3",
    created: { daysAgo: 10, at: "18:30" },
  },
  {
    key: "sort-by-lambda",
    title: "Merit List with a Lambda",
    explanation: prose`
      Sort a list of candidates by marks (highest first); equal marks by age (youngest first);
      equal in both: in the order of the input. Then count those above a cut-off that is only known
      **when the program runs**.

      ### Input
      - Line 1: \`n\` (1 to 1000) and the cut-off.
      - Then \`n\` lines \`name marks age\`.

      ### Output
      The names in order of merit, one a line, then \`above: \` and the number of candidates with
      marks greater than the cut-off.

      ### Hint
      Which of \`std::sort\` and \`std::stable_sort\` promises to keep the order of equals? For the
      count, your lambda needs to *capture* something. By value or by reference, and what does it
      matter here?
    `,
    testCases: [
      {
        input: "4 70\nTara 88 19\nBiju 70 20\nSana 88 18\nOjas 91 21",
        output: "Ojas\nSana\nTara\nBiju\nabove: 3",
        explanation: "Sana is younger than Tara. Biju's 70 is not above 70.",
      },
      {
        input: "3 0\nA 50 20\nB 50 20\nC 50 20",
        output: "A\nB\nC\nabove: 3",
        explanation: "Equal in everything: the order of the input.",
      },
    ],
    difficulty: "medium",
    tags: ["lambda", "stable-sort", "capture", "algorithms"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Advanced Topics",
    similarQuestions: [
      {
        title: "Lambda expressions (reference)",
        url: "https://en.cppreference.com/w/cpp/language/lambda",
      },
      {
        title: "std::stable_sort (reference)",
        url: "https://en.cppreference.com/w/cpp/algorithm/stable_sort",
      },
    ],
    distributionTag: "practice",
    createdBy: "mentor2",
    created: { daysAgo: 3, at: "12:00" },
    solution: {
      title: "stable_sort and a captured cut-off",
      content: prose`
        ~~~cpp
        #include <algorithm>
        #include <iostream>
        #include <string>
        #include <vector>

        struct Candidate {
            std::string name;
            int marks;
            int age;
        };

        int main() {
            int n = 0, cutOff = 0;
            std::cin >> n >> cutOff;
            std::vector<Candidate> list(n);
            for (auto& c : list) std::cin >> c.name >> c.marks >> c.age;

            std::stable_sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) {
                if (a.marks != b.marks) return a.marks > b.marks;
                return a.age < b.age;
            });
            const auto above = std::count_if(list.begin(), list.end(),
                                             [cutOff](const Candidate& c) { return c.marks > cutOff; });

            for (const auto& c : list) std::cout << c.name << "\n";
            std::cout << "above: " << above << "\n";
        }
        ~~~

        \`[cutOff]\` copies one int into the lambda: cheap, and safe even if the lambda outlives the
        variable. Without a capture the name is simply not known inside.
      `,
      visible: true,
    },
  },
  {
    key: "shared-inventory",
    title: "Who Owns the Crate?",
    explanation: prose`
      A store keeps crates. Each crate belongs to **exactly one** shelf, and moves between shelves
      when told to. Model ownership with \`std::unique_ptr\`: no \`new\`, no \`delete\`, and no copies
      of a crate.

      ### Input
      Commands until \`end\`; there are 10 shelves, numbered 0 to 9.
      - \`put s name\`: a new crate on shelf \`s\`
      - \`move s t\`: the crate last put on \`s\` goes to \`t\`
      - \`drop s\`: the crate last put on \`s\` is destroyed

      ### Output
      - The destructor of a crate prints \`gone name\`.
      - \`move\` or \`drop\` from an empty shelf prints \`nothing on s\`.
      - At \`end\` the shelves are emptied in order, 0 to 9, on each the crate put last first.

      ### Hint
      \`std::vector<std::unique_ptr<Crate>>\` is a shelf. A \`unique_ptr\` cannot be copied: what has
      to be written around it to hand it over? What is left behind in the vector afterwards?
    `,
    testCases: [
      {
        input: "put 1 rice\nput 1 dal\nmove 1 4\ndrop 1\nend",
        output: "gone rice\ngone dal",
        explanation: "dal moves to shelf 4, rice is dropped; dal goes at the end.",
      },
      { input: "drop 3\nend", output: "nothing on 3" },
      {
        input: "put 0 a\nput 0 b\nput 2 c\nmove 2 0\nend",
        output: "gone c\ngone b\ngone a",
      },
    ],
    difficulty: "hard",
    tags: ["unique-ptr", "ownership", "move", "raii"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Advanced Topics",
    similarQuestions: [
      {
        title: "std::unique_ptr (reference)",
        url: "https://en.cppreference.com/w/cpp/memory/unique_ptr",
      },
    ],
    distributionTag: "personal",
    assignedTo: ["student2", "student9", "student14"],
    assignedBy: "mentor3",
    createdBy: "mentor3",
    created: { daysAgo: 6, at: "19:30" },
    solution: {
      title: "Hand it over with std::move",
      content: prose`
        ~~~cpp
        #include <array>
        #include <iostream>
        #include <memory>
        #include <string>
        #include <utility>
        #include <vector>

        struct Crate {
            std::string name;
            explicit Crate(std::string n) : name(std::move(n)) {}
            Crate(const Crate&) = delete;
            Crate& operator=(const Crate&) = delete;
            ~Crate() { std::cout << "gone " << name << "\n"; }
        };

        int main() {
            std::array<std::vector<std::unique_ptr<Crate>>, 10> shelves;
            std::string command;
            while (std::cin >> command && command != "end") {
                int s = 0;
                std::cin >> s;
                if (command == "put") {
                    std::string name;
                    std::cin >> name;
                    shelves[s].push_back(std::make_unique<Crate>(name));
                    continue;
                }
                int t = 0;
                if (command == "move") std::cin >> t;
                if (shelves[s].empty()) {
                    std::cout << "nothing on " << s << "\n";
                    continue;
                }
                std::unique_ptr<Crate> crate = std::move(shelves[s].back());
                shelves[s].pop_back();
                if (command == "move") shelves[t].push_back(std::move(crate));
            }
            for (auto& shelf : shelves) {
                while (!shelf.empty()) shelf.pop_back();
            }
        }
        ~~~

        \`std::move\` leaves an empty \`unique_ptr\` behind, which \`pop_back\` then removes. For
        \`drop\` nothing more is needed: \`crate\` goes out of scope, and takes the crate with it.
      `,
      visible: false,
    },
  },
  {
    key: "what-move-moves",
    title: "What Does std::move Move?",
    explanation: prose`
      Answer in your own words; half a page is plenty.

      1. \`std::move(x)\` does not move anything. What does it do instead, and who does the moving?
      2. What may you still do with \`x\` afterwards, and what should you not rely on?
      3. Here two of the three lines are pointless or harmful. Which, and why?

      ~~~cpp
      std::string label() {
          std::string s = "crate";
          return std::move(s);               // line A
      }

      const std::string fixed = "shelf";
      std::string copy = std::move(fixed);   // line B

      std::vector<std::string> v;
      std::string big(1000, 'x');
      v.push_back(std::move(big));           // line C
      ~~~

      ### Hint
      Give \`struct Loud\` a copy constructor and a move constructor that both print, and let it tell
      you which one was called.
    `,
    testCases: [],
    difficulty: "hard",
    tags: ["theory", "move-semantics", "rvalue"],
    repoCategory: "question",
    questionType: "conceptual",
    majorTopic: "Advanced Topics",
    similarQuestions: [
      { title: "std::move (reference)", url: "https://en.cppreference.com/w/cpp/utility/move" },
    ],
    distributionTag: "central",
    createdBy: "mentor3",
    created: { daysAgo: 2, at: "20:45" },
  },
] satisfies DemoQuestion[];
