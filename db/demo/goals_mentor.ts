import { day, done, open, shortDay } from "./goal_entries.ts";
import type { DemoGoal } from "./shape.ts";

/** The weekly goals of Arjun Deshpande. */
export const goalsOfMentor: DemoGoal[] = [
  {
    mentor: "mentor",
    weeksAgo: 0,
    items: [
      done("Linked lists and files: slides, ropes and two sample programs"),
      done("Review everything that is older than two days"),
      open("One conversation with each first-year who has sent in nothing since last week"),
      open("Write the questions of the practice test"),
    ],
    dailyReports: [
      day(
        0,
        "Prepared the ropes for linked lists, and reviewed fourteen submissions in the evening.",
      ),
      day(
        1,
        "Taught files. Answered five doubts about eof, all of them good ones.",
        "Overly Satisfied",
      ),
      shortDay(
        2,
        "Two of four conversations with quiet students.",
        "Two were away for a department trip; moved to Friday.",
      ),
      day(3, "Queue of reviews is empty below two days. First draft of question one of the test."),
      day(4, "The other two conversations. One of them had simply not found the submit button."),
      day(5, "Doubt clinic, eleven students, nobody left without a running program."),
      day(6, "Read through the test with Nazneen, and shortened question three."),
    ],
  },
  {
    mentor: "mentor",
    weeksAgo: 1,
    items: [
      done("Pointers with chalk boxes and paper arrows"),
      done("Own-vector question: review within three days"),
      done("Talk with the project pair that had got stuck"),
      open(
        "Record a short video on the sanitizer",
        "The microphone of the lab was lent out the whole week.",
      ),
    ],
    dailyReports: [
      day(0, "Pointers, first part. The arrows work better than any slide."),
      day(
        1,
        "Pointers, second part. Rewrote the hint of the rotation question after three equal doubts.",
      ),
      day(
        2,
        "Reviewed ten own-vectors. Most leak exactly one block, so I will show that one in class.",
      ),
      shortDay(
        3,
        "Only the class itself.",
        "Half a day lost with a network failure in the building.",
      ),
      day(4, "Met the project pair. They have solved it themselves by now.", "Overly Satisfied"),
      day(6, "Planned the OOP week with Nazneen."),
    ],
    weeklyJustification:
      "Three of four. The video is not urgent: the class has learnt the sanitizer live, and that was better. I keep it for the holidays.",
  },
  {
    mentor: "mentor",
    weeksAgo: 2,
    items: [
      done("First class: types and input"),
      done("Functions and recursion"),
      done("Learn all forty names"),
    ],
    dailyReports: [
      day(0, "First class. Thirty-eight of forty came, the other two wrote to me."),
      day(1, "Helped nine students to install a compiler, one of them on a tablet."),
      day(2, "Traced gcd on the board with the class, one call per student."),
      day(
        3,
        "Reviewed the first homework. The newline after cin has caught half of them, as every year.",
      ),
      day(4, "I know thirty-one names.", "Satisfied"),
      day(5, "And now all forty, with the help of Harpreet.", "Overly Satisfied"),
    ],
    weeklyJustification:
      "A very good first week. Everything done, and the class has begun to ask questions aloud.",
  },
  {
    mentor: "mentor",
    weeksAgo: 3,
    items: [
      done("Project one: statement, milestones, a sample session"),
      open(
        "Ten warm-up questions for the library",
        "Seven are ready. Good test cases take longer than the questions.",
      ),
      done("Book seminar room and lab for the semester"),
    ],
    dailyReports: [
      day(0, "Wrote the statement of the record keeper."),
      shortDay(
        1,
        "Three warm-up questions.",
        "Wanted five, but found a mistake in the test cases of an old one and mended that first.",
      ),
      day(2, "Rooms are booked, Lab 1 included."),
      day(3, "Four more questions, each with its solution compiled and run."),
      day(4, "Met the two volunteers and agreed on how the briefings should look."),
    ],
    weeklyJustification:
      "Seven good questions are better than ten hurried ones. The rest follows during the semester.",
  },
  {
    mentor: "mentor",
    weeksAgo: 4,
    items: [
      done("Go through the feedback of the last batch"),
      done("Outline of the fourteen topics, with a day for each"),
      open("Try the new room microphones", "The installation was postponed by the college."),
    ],
    dailyReports: [
      day(0, "Read all the feedback. Most frequent wish: shorter explanations, more time to try."),
      day(1, "Outline of weeks one and two."),
      day(2, "Outline of the rest, and moved the heap before classes."),
      day(
        4,
        "Discussed the outline with Meera, who asked for one free day a fortnight. She is right.",
      ),
    ],
    weeklyJustification: "The outline stands. The microphones are not in our hands.",
  },
  {
    mentor: "mentor",
    weeksAgo: 5,
    items: [
      done("Close the previous batch: last reviews and certificates"),
      done("Write a thank-you letter to the volunteers of last semester"),
    ],
    dailyReports: [
      day(0, "Last twenty reviews of the old batch."),
      day(2, "Certificates checked name by name, with two spellings corrected.", "Satisfied"),
      day(4, "Letters written, by hand.", "Overly Satisfied"),
    ],
    weeklyJustification: "A quiet week, and a good ending.",
  },
];
