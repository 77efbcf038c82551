import type { DemoContactMessage, DemoMessage } from "./shape.ts";

/** Messages: public ones have no recipients. */
export const messages: readonly DemoMessage[] = [
  {
    by: "mentor3",
    sent: 95,
    subject: "Largest of any: two tips",
    body:
      "Half of you began with T best = 0. Try the last sample, and then try words. The other half is on the right track: begin with something that is certainly in the list.",
    links: [],
  },
  {
    by: "student",
    to: ["mentor"],
    sent: 180,
    subject: "May I show you my drawing?",
    body:
      "Sir, I have drawn the reversing of the list for three nodes, step by step, and would like to know whether the drawing is right before I write code again. Can I bring it before class tomorrow?",
    links: [],
  },
  {
    by: "mentor",
    to: ["student"],
    sent: 150,
    subject: "Re: May I show you my drawing?",
    body:
      "Please do, Aarav. 9:40 at the whiteboard. Draw also the moment between two steps, that is where the list gets lost.",
    links: [],
  },
  {
    by: "mentor2",
    sent: { daysAgo: 1, at: "20:05" },
    subject: "A page worth a bookmark",
    body:
      "The table of containers on cppreference shows at a glance which operations are fast on which container. Read the row of std::map before you open tomorrow's classwork.",
    links: ["https://en.cppreference.com/w/cpp/container"],
  },
  {
    by: "student2",
    to: ["mentor3"],
    sent: { daysAgo: 1, at: "18:20" },
    subject: "Crates: small extension?",
    body:
      "Sir, I have a surveying trip with my department tomorrow. May I hand in the crates one day later? put and drop are ready.",
    links: [],
  },
  {
    by: "mentor3",
    to: ["student2"],
    sent: { daysAgo: 1, at: "19:00" },
    subject: "Re: Crates: small extension?",
    body:
      "Of course, Lakshmi. Take two days, and enjoy the trip. My two questions in your thread can be answered from a bus seat.",
    links: [],
  },
  {
    by: "student30",
    sent: { daysAgo: 2, at: "21:15" },
    subject: "Spare laptop for the weekend",
    body:
      "I am in my final year and do not need my old laptop till Monday. Linux and g++ are installed. If a junior is without a machine, please send them to me, hostel 4, room 212.",
    links: [],
  },
  {
    by: "mentor",
    sent: { daysAgo: 3, at: "20:30" },
    subject: "Thank you for the ropes",
    body:
      "I have taught linked lists for six years, and never has a class reversed itself in under a minute. Remember the moment when Rohit let go of his rope too early: that was a memory leak.",
    links: [],
  },
  {
    by: "mentor2",
    to: ["student4", "student10"],
    sent: { daysAgo: 8, at: "12:40" },
    subject: "One extra for the two of you",
    body:
      "You both told me that loops feel easy now. I have put The Best Streak of Days on your personal list. No hurry, and no videos, please: try to find the idea yourselves.",
    links: [],
  },
  {
    by: "student10",
    to: ["mentor2"],
    sent: { daysAgo: 3, at: "22:10" },
    subject: "Re: One extra for the two of you",
    body:
      "Ma'am, it took four days, but I found it without a video. I explained it to my sister, who studies history, and she understood it!",
    links: [],
  },
  {
    by: "student7",
    to: ["mentor", "volunteer"],
    sent: { daysAgo: 5, at: "19:45" },
    subject: "I am slower than the others",
    body:
      "Most of my branch has never programmed. I need double the time for everything and I am afraid of the practice test. Is there something that I can do first?",
    links: [],
  },
  {
    by: "mentor",
    to: ["student7"],
    sent: { daysAgo: 5, at: "21:00" },
    subject: "Re: I am slower than the others",
    body:
      "Rohit, slow is not behind. Take the diamond, the seats and the run-length question, and solve each of them twice: once with notes, and once, two days later, without. That is worth more than ten new ones. And Ishita has offered to sit with you on Thursday.",
    links: [],
  },
  {
    by: "mentor3",
    sent: { daysAgo: 7, at: "09:20" },
    subject: "Read the first error only",
    body:
      "When g++ prints eighty lines, the first one is the cause, and the other seventy-nine are its echo. Mend the first, compile again. You will be surprised how many vanish.",
    links: [],
  },
  {
    by: "mentor2",
    sent: { daysAgo: 9, at: "18:50" },
    subject: "Names",
    body:
      "A small challenge for the week: no variable called temp, arr or flag. If you cannot find a better name, you may not have found out yet what the variable is for.",
    links: [],
  },
  {
    by: "admin",
    to: ["mentor", "mentor2", "mentor3"],
    sent: { daysAgo: 6, at: "20:00" },
    subject: "Reviews older than three days",
    body:
      "Dear all, the queue was down to zero last night for the first time this semester. Thank you. Let us try to keep every submission below three days, practice questions included.",
    links: [],
  },
  {
    by: "mentor3",
    sent: { daysAgo: 11, at: "19:30" },
    subject: "Recursion needs paper",
    body:
      "If you write a recursive function, write its calls on paper once, one line each, for a small input. If you cannot finish the page, neither can your program.",
    links: [],
  },
];

/** What visitors wrote in the contact form, newest first. */
export const contactMessages: readonly DemoContactMessage[] = [
  {
    name: "Revathi Natarajan",
    email: "revathi.natarajan@example.com",
    message:
      "My daughter joins a college in Coimbatore in July and has had no computer science at school. Is there a batch for complete beginners, and may parents visit a class?",
    sent: 340,
  },
  {
    name: "Gurpreet Sandhu",
    email: "g.sandhu@example.org",
    message:
      "I work as a software engineer in Mohali and could give two evenings a week. How does one become a mentor with you?",
    sent: { daysAgo: 2, at: "13:10" },
  },
  {
    name: "Prof. Anil Barua",
    email: "anil.barua@example.edu",
    message:
      "We should like to use your question library for a first-year course of 120 students in Guwahati. Whom may I call about it?",
    sent: { daysAgo: 4, at: "10:45" },
  },
  {
    name: "Nusrat Jahan",
    email: "nusrat.j@example.com",
    message:
      "The verification code did not reach me the first time, it was in the spam folder. Perhaps write that on the page?",
    sent: { daysAgo: 7, at: "22:30" },
  },
  {
    name: "Kevin Lyngdoh",
    email: "kevin.lyngdoh@example.net",
    message:
      "I was in your 2022 batch. I start my first job on Monday, and in the interview they asked me about virtual destructors. Thank you, all of you.",
    sent: { daysAgo: 12, at: "16:05" },
  },
];
