import { byLearner } from "./response_entries.ts";
import type { DemoResponse } from "./shape.ts";
import { prose } from "./text.ts";

/** Handed in again after a review, and approved: the earlier attempts are kept. */
export const responsesAgain: DemoResponse[] = [
  {
    ...byLearner("1", "roll-and-name"),
    status: "solved",
    learningNotes:
      "std::ws cleans the queue before getline. Also tested with spaces behind the number.",
    code: prose`
      #include <iostream>
      #include <string>
      using namespace std;

      int main() {
          int roll;
          string name;
          cin >> roll;
          getline(cin >> ws, name);
          cout << "[" << roll << "] " << name << endl;
      }
    `,
    minutesAgo: 17040,
    review: {
      status: "approved",
      comment: "From an empty name to your own test with spaces in one evening. Approved.",
      by: "mentor",
      minutesAgo: 16800,
    },
    earlier: [
      {
        status: "having doubt",
        learningNotes: "It does not wait for the name at all.",
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              int roll;
              string name;
              cin >> roll;
              getline(cin, name);
              cout << "[" << roll << "] " << name << endl;
          }
        `,
        minutesAgo: 17400,
        review: {
          status: "not approved",
          comment: "Something is left in the queue by cin. See your thread.",
          by: "mentor",
          minutesAgo: 17240,
        },
      },
    ],
  },
  {
    ...byLearner("1", "rotate-seats"),
    status: "solved",
    learningNotes: "Three reversals. With k = 0 the second one does nothing, I checked.",
    minutesAgo: 9900,
    review: {
      status: "approved",
      comment: "Now it is in place, and you checked the odd case yourself. Approved.",
      by: "mentor2",
      minutesAgo: 9300,
    },
    earlier: [
      {
        status: "solved",
        learningNotes: "Used a second array, b[(i + k) % n] = a[i].",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int n, k, a[1000], b[1000];
              cin >> n >> k;
              for (int i = 0; i < n; i++) cin >> a[i];
              for (int i = 0; i < n; i++) b[(i + k) % n] = a[i];
              for (int i = 0; i < n; i++) cout << b[i] << (i + 1 < n ? " " : "\n");
          }
        `,
        minutesAgo: 11200,
        review: {
          status: "not approved",
          comment:
            "Correct, and the formula is pretty. But the statement says in place: without the second array.",
          by: "mentor2",
          minutesAgo: 10600,
        },
      },
    ],
  },
  {
    ...byLearner("21", "run-length"),
    status: "solved",
    learningNotes: "No map any more. Runs are about neighbours, not about letters.",
    minutesAgo: 5400,
    review: {
      status: "approved",
      comment: "Your sentence about neighbours could stand in the statement. Approved.",
      by: "mentor",
      minutesAgo: 4700,
    },
    earlier: [
      {
        status: "solved",
        learningNotes: "",
        code: prose`
          #include <iostream>
          #include <string>
          using namespace std;

          int main() {
              string w, out;
              cin >> w;
              int count[26] = {0};
              for (char c : w) count[c - 'a']++;
              for (int i = 0; i < 26; i++)
                  if (count[i]) {
                      out += char('a' + i);
                      if (count[i] > 1) out += to_string(count[i]);
                  }
              cout << out << " " << w.size() - out.size() << endl;
          }
        `,
        minutesAgo: 7100,
        review: {
          status: "not approved",
          comment: "This counts letters, not runs: what does it say for aba?",
          by: "mentor",
          minutesAgo: 6500,
        },
      },
    ],
  },
  {
    ...byLearner("2", "bank-account"),
    status: "solved",
    learningNotes: "withdraw checks the balance itself now, main only prints.",
    minutesAgo: 4900,
    review: {
      status: "approved",
      comment: "The rules have moved home. Approved.",
      by: "mentor2",
      minutesAgo: 4500,
    },
    earlier: [
      {
        status: "solved",
        learningNotes: "",
        minutesAgo: 6100,
        review: {
          status: "not approved",
          comment: "balance is public and main decides what is refused. Move both into the class.",
          by: "mentor2",
          minutesAgo: 5600,
        },
      },
    ],
  },
  {
    ...byLearner("36", "own-vector"),
    status: "solved",
    learningNotes: "Third time. 0 leaks, 0 errors, also for 100 000 numbers.",
    code: prose`
      #include <iostream>
      using namespace std;

      int main() {
          int capacity = 1, size = 0, x;
          int* data = new int[capacity];
          while (cin >> x && x != -1) {
              if (size == capacity) {
                  int* bigger = new int[2 * capacity];
                  for (int i = 0; i < size; i++) bigger[i] = data[i];
                  delete[] data;
                  data = bigger;
                  capacity *= 2;
              }
              data[size++] = x;
          }
          cout << size << " " << capacity << endl;
          if (size == 0) cout << "empty";
          for (int i = size - 1; i >= 0; i--) cout << data[i] << (i > 0 ? " " : "");
          cout << endl;
          delete[] data;
          return 0;
      }
    `,
    minutesAgo: 6200,
    review: {
      status: "approved",
      comment:
        "Three honest attempts, each one better for a reason. This is how it is learnt. Approved.",
      by: "mentor3",
      minutesAgo: 5600,
    },
    earlier: [
      {
        status: "solved",
        learningNotes: "",
        minutesAgo: 9200,
        review: {
          status: "not approved",
          comment: "No delete[] anywhere. Output is only half of this exercise.",
          by: "mentor3",
          minutesAgo: 8800,
        },
      },
      {
        status: "partially solved",
        learningNotes: "Now I delete, but for more than one number it aborts: double free.",
        code: prose`
          #include <iostream>
          using namespace std;

          int main() {
              int capacity = 1, size = 0, x;
              int* data = new int[capacity];
              while (cin >> x && x != -1) {
                  if (size == capacity) {
                      int* bigger = new int[2 * capacity];
                      for (int i = 0; i < size; i++) bigger[i] = data[i];
                      data = bigger;
                      delete[] data;
                      capacity *= 2;
                  }
                  data[size++] = x;
              }
              cout << size << " " << capacity << endl;
              for (int i = size - 1; i >= 0; i--) cout << data[i] << " ";
              delete[] data;
          }
        `,
        minutesAgo: 7900,
        review: {
          status: "not approved",
          comment:
            "Two neighbouring lines in your if would like to change places. Which block do you free there?",
          by: "mentor3",
          minutesAgo: 7300,
        },
      },
    ],
  },
  {
    ...byLearner("32", "diamond"),
    status: "solved",
    learningNotes: "cat -A shows the spaces with a $ behind them. Very useful.",
    minutesAgo: 14200,
    review: {
      status: "approved",
      comment: "Invisible mistakes made visible. Approved.",
      by: "mentor2",
      minutesAgo: 13600,
    },
    earlier: [
      {
        status: "solved",
        learningNotes: "Looks exactly like the sample.",
        minutesAgo: 16000,
        review: {
          status: "not approved",
          comment: "It looks so. There are spaces behind the stars: the sentence in bold.",
          by: "mentor2",
          minutesAgo: 15300,
        },
      },
    ],
  },
];
