import { day, done, open, shortDay } from "./goal_entries.ts";
import type { DemoGoal } from "./shape.ts";

/** The weekly goals of Nazneen Qureshi. */
export const goalsOfMentor2: DemoGoal[] = [
  {
    mentor: "mentor2",
    weeksAgo: 0,
    items: [
      done("Exceptions: one class, one classwork"),
      open("Introduce the STL by way of questions, not of tables"),
      open("Review all bank accounts that were sent back once"),
      done("Two extra practice questions for those who are ahead"),
    ],
    dailyReports: [
      day(
        0,
        "Prepared exceptions with an example from my own work: the payment that failed silently.",
      ),
      day(1, "Reviewed eight submissions; wrote the lambda question for the fast ones."),
      day(
        2,
        "Exceptions went well. Returning -1 versus throwing became a real debate.",
        "Overly Satisfied",
      ),
      shortDay(
        3,
        "Three of seven bank accounts.",
        "A release at work took the evening. The rest tomorrow.",
      ),
      day(4, "The other four accounts, all approved by now."),
      day(5, "First hour of the STL: the class invented the map before I named it."),
      day(6, "Collected the doubts of the week for a page of frequent mistakes."),
    ],
  },
  {
    mentor: "mentor2",
    weeksAgo: 1,
    items: [
      done("Arrays and strings, three classes"),
      done("Write down how to ask a good doubt, and announce it"),
      open(
        "Pair every third-year with a first-year",
        "Nine of twelve pairs. Three timetables do not meet at all.",
      ),
    ],
    dailyReports: [
      day(
        0,
        "Arrays in place. The three reversals got applause, I did not expect that.",
        "Overly Satisfied",
      ),
      day(1, "Announced how to ask. The doubts of the evening were visibly better."),
      day(2, "Strings, and the unsigned trap. One student printed size() - 1 and gasped."),
      shortDay(3, "Pairs: five found.", "Two replies are missing, and I will not push anybody."),
      day(4, "Nine pairs."),
      day(5, "Answered doubts for two hours at the clinic."),
    ],
    weeklyJustification:
      "Two of three, and the third to three quarters. The remaining three may join the Saturday clinic instead.",
  },
  {
    mentor: "mentor2",
    weeksAgo: 2,
    items: [
      done("Operators and loops"),
      done("Answer each doubt of a first-year within four hours"),
      done("Collect the laptops' compilers in a table"),
    ],
    dailyReports: [
      day(0, "Sat in Arjun's first class and noted who did not dare to speak."),
      day(1, "Loops: tables of rows, spaces and stars, first on paper. It took the panic out."),
      day(2, "Nineteen doubts, the slowest answer after three hours and ten minutes."),
      day(
        3,
        "Leap years: read aloud in four languages, the *or* is clear in all of them.",
        "Overly Satisfied",
      ),
      day(4, "Table of compilers is complete. Four are too old; the owners know what to do."),
    ],
    weeklyJustification:
      "Everything done. Four hours for a doubt is possible as long as we are three mentors.",
  },
  {
    mentor: "mentor2",
    weeksAgo: 3,
    items: [
      done("Question on the bank account, with a hint that asks instead of telling"),
      done("Palindrome and seating plan: statements and solutions"),
      open("Read two chapters on teaching recursion", "Read one. It was worth reading twice."),
    ],
    dailyReports: [
      day(0, "Bank account: statement and tests."),
      day(2, "Palindrome: found three phrases that are not on every website."),
      day(3, "Seating plan. Compiled and ran both solutions."),
      shortDay(4, "One chapter.", "Long day at work."),
    ],
    weeklyJustification: "The questions are ready, and I know one chapter well.",
  },
  {
    mentor: "mentor2",
    weeksAgo: 4,
    items: [
      done("Agree with Arjun and Subhadeep on who teaches what"),
      done("Go through the old STL material and throw half of it away"),
    ],
    dailyReports: [
      day(0, "Meeting of the mentors. I have OOP, exceptions and the STL."),
      day(1, "Threw away eleven of twenty slides.", "Overly Satisfied"),
      day(3, "The nine that stayed have one example each now."),
    ],
    weeklyJustification: "Less material, more questions. I look forward to it.",
  },
  {
    mentor: "mentor2",
    weeksAgo: 5,
    items: [
      done("Last projects of the old batch"),
      open("Write a report on what worked", "Notes only. I want to hear the volunteers first."),
    ],
    dailyReports: [
      day(1, "Three library desks reviewed. One of them is better than our own sample."),
      day(3, "The last two, with long comments."),
      shortDay(4, "Notes for the report.", "Waiting for the volunteers, who have examinations."),
    ],
    weeklyJustification:
      "The projects are closed. The report moves to next month, with Meera's consent.",
  },
];
