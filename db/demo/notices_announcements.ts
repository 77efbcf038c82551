import type { DemoAnnouncement } from "./shape.ts";

/** Announcements, newest first. */
export const announcements: readonly DemoAnnouncement[] = [
  {
    by: "mentor2",
    sent: 210,
    subject: "Two homework questions today",
    body:
      "Templates and the STL belong together, so there are two short homework questions instead of one long one. Begin with the stack; the second one becomes easier when you have it. Doubts are welcome until 10 in the evening.",
    links: [],
  },
  {
    by: "admin",
    sent: { daysAgo: 1, at: "09:30" },
    subject: "Lab 3 closed this afternoon",
    body: "The machines in Lab 3 get new disks. Please use Lab 1, or your own laptop.",
    links: [],
  },
  {
    by: "mentor3",
    sent: { daysAgo: 2, at: "19:15" },
    subject: "Doubt clinic this weekend",
    body:
      "Saturday, 4 to 6 in the evening, in the seminar room and online. Bring one program that does not do what you want, and be ready to explain it line by line. Nobody will write code for you; you will leave with working code nevertheless.",
    links: ["https://meet.example.com/doubt-clinic"],
  },
  {
    by: "mentor",
    sent: { daysAgo: 4, at: "12:10" },
    subject: "Switch the sanitizer on",
    body:
      "From today every submission with new or delete has to run cleanly with -fsanitize=address. It finds in one second what takes us twenty minutes of reading, and it will make you a calmer programmer.",
    links: ["https://en.cppreference.com/w/cpp/memory/new/operator_delete"],
  },
  {
    by: "admin",
    sent: { daysAgo: 6, at: "10:00" },
    subject: "Mid-term practice test next week",
    body:
      "Ninety minutes, three questions, open book, on everything up to and including strings. It does not count towards your grade. It counts towards knowing where you stand.",
    links: [],
  },
  {
    by: "mentor2",
    sent: { daysAgo: 8, at: "20:20" },
    subject: "How to ask so that you are answered quickly",
    body:
      "Three things make a good doubt: the input you used, what you expected, and what you got instead. Paste the ten lines that matter, not the whole file. A doubt like that is usually answered within the hour.",
    links: [],
  },
  {
    by: "mentor3",
    sent: { daysAgo: 10, at: "18:40" },
    subject: "Second project is open",
    body:
      "The phone book: alone or in pairs, ten days. Tell me your pair in a message before Friday.",
    links: [],
  },
  {
    by: "admin",
    sent: { daysAgo: 12, at: "09:00" },
    subject: "Welcome to the volunteers",
    body:
      "Ishita (third year) and Harpreet (final year) write the daily briefing this semester. If something in it is wrong or missing, tell them kindly: they sit in your classes for you.",
    links: [],
  },
  {
    by: "mentor",
    sent: { daysAgo: 15, at: "18:30" },
    subject: "First project: find your partner",
    body:
      "The Student Record Keeper is done in pairs. Choose somebody from another branch if you can: an ECE student and a CSE student ask each other better questions than two of a kind.",
    links: [],
  },
  {
    by: "admin",
    sent: { daysAgo: 20, at: "10:30" },
    subject: "Install a compiler before we meet",
    body:
      "g++ 11 or newer, on Linux, WSL or MinGW. Send a screenshot of g++ --version to your mentor. If it does not work, come half an hour early on the first day.",
    links: ["https://gcc.gnu.org/install/", "https://en.cppreference.com/w/cpp"],
  },
];
