import type { DemoQuestion } from "./shape.ts";
import { prose } from "./text.ts";

/** Arrays. */
export const questionsOfArrays = [
  {
    key: "rotate-seats",
    title: "Rotate the Seating Plan",
    explanation: prose`
      Every Monday the first bench moves \`k\` seats to the right, and whoever falls off the end
      comes back at the front. Rotate the array **in place**.

      ### Input
      - Line 1: \`n\` and \`k\`, 1 <= n <= 1000, 0 <= k <= 1 000 000.
      - Line 2: \`n\` roll numbers.

      ### Output
      The plan after the move.

      ### Hint
      For \`k = n\` nobody moves, so only \`k % n\` matters. Then try this on paper: reverse the
      whole array, reverse its first \`k\` elements, reverse the rest.
    `,
    testCases: [
      { input: "5 2\n1 2 3 4 5", output: "4 5 1 2 3" },
      { input: "3 3\n7 8 9", output: "7 8 9", explanation: "A full turn changes nothing." },
      { input: "4 1000000\n10 20 30 40", output: "10 20 30 40" },
      { input: "1 5\n6", output: "6" },
    ],
    difficulty: "easy",
    tags: ["arrays", "in-place", "modulo"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
    similarQuestions: [
      { title: "Rotate Array", url: "https://leetcode.com/problems/rotate-array/" },
    ],
    codingPlatformLink: "https://leetcode.com/problems/rotate-array/",
    distributionTag: "hw",
    createdBy: "mentor2",
    created: { daysAgo: 9, at: "17:20" },
    solution: {
      title: "Three reversals",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <utility>

        void reverse(int a[], int from, int to) {
            while (from < to) std::swap(a[from++], a[to--]);
        }

        int main() {
            int n = 0, k = 0;
            int a[1000];
            std::cin >> n >> k;
            for (int i = 0; i < n; ++i) std::cin >> a[i];
            k %= n;
            reverse(a, 0, n - 1);
            reverse(a, 0, k - 1);
            reverse(a, k, n - 1);
            for (int i = 0; i < n; ++i) std::cout << a[i] << (i + 1 < n ? " " : "\n");
        }
        ~~~

        Valid indices run from \`0\` to \`n - 1\`; every bound above follows from that. For
        \`k = 0\` the second call gets \`to = -1\` and does nothing.
      `,
      visible: true,
    },
  },
  {
    key: "best-streak",
    title: "The Best Streak of Days",
    explanation: prose`
      A canteen writes down its profit or loss for every day. Find the stretch of **consecutive**
      days (at least one) with the largest total.

      ### Input
      - Line 1: \`n\`, 1 <= n <= 100 000.
      - Line 2: \`n\` integers from -10 000 to 10 000.

      ### Output
      The largest total.

      ### Constraints
      Two nested loops are too slow for the largest input: think of one pass.

      ### Hint
      Stand at day \`i\`. The best streak that *ends today* either extends the best one that ended
      yesterday, or begins afresh. What if all the numbers are negative?
    `,
    testCases: [
      { input: "6\n4 -1 2 -7 3 5", output: "8", explanation: "The last two days: 3 + 5." },
      { input: "3\n-4 -2 -9", output: "-2", explanation: "At least one day has to be chosen." },
      { input: "5\n1 2 3 4 5", output: "15" },
    ],
    difficulty: "medium",
    tags: ["arrays", "dynamic-programming", "one-pass"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
    similarQuestions: [
      { title: "Maximum Subarray", url: "https://leetcode.com/problems/maximum-subarray/" },
      {
        title: "Best Time to Buy and Sell Stock",
        url: "https://leetcode.com/problems/best-time-to-buy-and-sell-stock/",
      },
    ],
    codingPlatformLink: "https://leetcode.com/problems/maximum-subarray/",
    distributionTag: "practice",
    assignedTo: ["student4", "student10"],
    assignedBy: "mentor2",
    createdBy: "mentor2",
    created: { daysAgo: 8, at: "12:30" },
    solution: {
      title: "Extend or begin afresh",
      content: prose`
        ~~~cpp
        #include <algorithm>
        #include <iostream>

        int main() {
            int n = 0;
            std::cin >> n;
            int value = 0;
            std::cin >> value;
            int endingHere = value;
            int best = value;
            for (int i = 1; i < n; ++i) {
                std::cin >> value;
                endingHere = std::max(value, endingHere + value);
                best = std::max(best, endingHere);
            }
            std::cout << best << "\n";
        }
        ~~~

        Both variables begin with the **first element**, not with 0. That is what makes a row of
        losses come out right. We do not even need an array.
      `,
      visible: true,
    },
  },
  {
    key: "spiral-walk",
    title: "Spiral Walk Through a Grid",
    explanation: prose`
      Print the numbers of a grid in spiral order: right along the top, down the right side, left
      along the bottom, up the left side, and so on inwards.

      ### Input
      - Line 1: rows \`r\` and columns \`c\`, 1 <= r, c <= 50.
      - Then \`r\` lines of \`c\` integers.

      ### Output
      All \`r * c\` numbers on one line.

      ### Hint
      Keep four walls: top, bottom, left, right. After each side, move one wall inwards. The trap
      is the last single row or column: check the walls again before walking back.
    `,
    testCases: [
      { input: "3 3\n1 2 3\n4 5 6\n7 8 9", output: "1 2 3 6 9 8 7 4 5" },
      { input: "1 4\n1 2 3 4", output: "1 2 3 4", explanation: "A single row: do not walk back." },
      { input: "3 1\n1\n2\n3", output: "1 2 3" },
      { input: "2 3\n1 2 3\n4 5 6", output: "1 2 3 6 5 4" },
    ],
    difficulty: "medium",
    tags: ["2d-array", "simulation", "edge-cases"],
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
    similarQuestions: [
      { title: "Spiral Matrix", url: "https://leetcode.com/problems/spiral-matrix/" },
    ],
    codingPlatformLink: "https://leetcode.com/problems/spiral-matrix/",
    distributionTag: "personal",
    assignedTo: ["student", "student3", "student12"],
    assignedBy: "mentor",
    createdBy: "mentor",
    created: { daysAgo: 5, at: "18:00" },
    solution: {
      title: "Four walls that close in",
      content: prose`
        ~~~cpp
        #include <iostream>
        #include <vector>

        int main() {
            int r = 0, c = 0;
            std::cin >> r >> c;
            std::vector<std::vector<int>> grid(r, std::vector<int>(c));
            for (auto& row : grid) for (int& cell : row) std::cin >> cell;

            std::vector<int> walk;
            int top = 0, bottom = r - 1, left = 0, right = c - 1;
            while (top <= bottom && left <= right) {
                for (int j = left; j <= right; ++j) walk.push_back(grid[top][j]);
                ++top;
                for (int i = top; i <= bottom; ++i) walk.push_back(grid[i][right]);
                --right;
                if (top <= bottom) {
                    for (int j = right; j >= left; --j) walk.push_back(grid[bottom][j]);
                    --bottom;
                }
                if (left <= right) {
                    for (int i = bottom; i >= top; --i) walk.push_back(grid[i][left]);
                    ++left;
                }
            }
            for (std::size_t i = 0; i < walk.size(); ++i) {
                std::cout << walk[i] << (i + 1 < walk.size() ? " " : "\n");
            }
        }
        ~~~

        The two \`if\`s are the whole difficulty: after the top row and the right column have been
        taken, there may be nothing left to walk back along.
      `,
      visible: false,
    },
  },
] satisfies DemoQuestion[];
