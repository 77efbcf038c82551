import { day, done, open, shortDay } from "./goal_entries.ts";
import type { DemoGoal } from "./shape.ts";

/** The weekly goals of Subhadeep Banerjee. */
export const goalsOfMentor3: DemoGoal[] = [
  {
    mentor: "mentor3",
    weeksAgo: 0,
    items: [
      done("Question: a stack for any type"),
      open("Templates in two classes, without the word metaprogramming"),
      open("Answer every doubt on ownership with a drawing"),
    ],
    dailyReports: [
      day(0, "Wrote the stack question and its solution. Cut the statement by a third."),
      day(1, "Doubts on shapes until ten. Slicing is clear now, to me as well."),
      shortDay(
        2,
        "Half of the template class is prepared.",
        "My own thesis deadline. I get up early tomorrow.",
      ),
      day(3, "Template class is ready: it begins with two functions that look the same."),
      day(4, "Drew four ownership diagrams for four doubts, and photographed them for the others."),
      day(5, "Doubt clinic with Arjun.", "Overly Satisfied"),
      day(6, "Checked the tests of all questions of next week with the sanitizer."),
    ],
  },
  {
    mentor: "mentor3",
    weeksAgo: 1,
    items: [
      done("The heap: one class with three ways to break an array"),
      done("Personal question on unique_ptr for those who want more"),
      open(
        "Learn enough of accents and encodings for an honest answer",
        "Began, and found that it is a semester of its own.",
      ),
    ],
    dailyReports: [
      day(0, "Prepared six broken programs for the heap class."),
      day(1, "The class found all six bugs, the last one in forty seconds.", "Overly Satisfied"),
      day(2, "A long evening with one student and one garbage number. We both enjoyed it."),
      day(3, "Crates question: statement, and a destructor that tells the story."),
      shortDay(4, "Encodings: one chapter.", "It raises more questions than it answers."),
      day(6, "Assigned the crates to three students who asked for it."),
    ],
    weeklyJustification:
      "The teaching goals are met. Encodings were too large for a side dish; I shall say honestly that I do not know all of it.",
  },
  {
    mentor: "mentor3",
    weeksAgo: 2,
    items: [
      done("Second project: the phone book"),
      done("Sit beside Arjun and Nazneen once each, and learn"),
      done("Review all the notes on the build stages"),
    ],
    dailyReports: [
      day(0, "Sat in Arjun's class. He waits eleven seconds after a question. I wait two."),
      day(
        1,
        "Build stages: eight notes reviewed. One compares a declaration to a promise, lovely.",
      ),
      day(2, "Sat in Nazneen's class. She never finishes a student's sentence for them."),
      day(3, "Phone book: statement and format."),
      day(4, "Phone book: my own version, to see whether ten days are enough. They are."),
    ],
    weeklyJustification: "All done, and I have two habits to copy.",
  },
  {
    mentor: "mentor3",
    weeksAgo: 3,
    items: [
      done("Factorial question, with tests at the very limit"),
      open(
        "Set up a template repository for the students",
        "The licence question is not answered by the college yet.",
      ),
      done("Practise explaining linkers in five minutes"),
    ],
    dailyReports: [
      day(0, "The factorial question: division instead of overflow."),
      day(
        1,
        "Explained linkers to my flatmate, who studies music. Seven minutes.",
        "Less Satisfied",
      ),
      day(2, "Again. Five minutes, and he asked a good question."),
      shortDay(3, "Repository: folders and a README.", "Waiting for the answer about the licence."),
    ],
    weeklyJustification:
      "Two of three. The repository is finished but for one file, and that one is not mine to decide.",
  },
  {
    mentor: "mentor3",
    weeksAgo: 4,
    items: [
      done("Read all of last year's doubts on pointers"),
      done("Group them, and make a question out of each group"),
    ],
    dailyReports: [
      day(0, "Read 140 doubts. There are only five different ones among them."),
      day(
        2,
        "Five groups: copies of arrows, lost blocks, double farewells, ends of arrays, dangling ends.",
      ),
      day(4, "Five sketches of questions, three of which we shall use.", "Overly Satisfied"),
    ],
    weeklyJustification: "The most useful week so far: I know now what I will be asked.",
  },
  {
    mentor: "mentor3",
    weeksAgo: 5,
    items: [
      done("Help with the last reviews of the old batch"),
      open(
        "Plan my hours between thesis and mentoring",
        "The plan depends on my supervisor, who is travelling.",
      ),
    ],
    dailyReports: [
      day(0, "Twelve reviews."),
      day(1, "Nine reviews, two of them with a second round."),
      shortDay(3, "A first plan of the hours.", "My supervisor comes back only on the weekend."),
    ],
    weeklyJustification: "Reviews are done. The plan follows next week.",
  },
];
