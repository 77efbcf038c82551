import type { DemoAbout } from "./shape.ts";
import { prose } from "./text.ts";

/** The text of the About page. */
export const about = {
  story: prose`
    Doubtless began in a hostel common room, with one whiteboard, eleven first-years and a pointer
    that pointed nowhere. Somebody asked, somebody else drew three boxes and two arrows, and a third
    person said quietly: "I had the same doubt, I just did not dare to ask."

    That sentence is the reason for everything here. A class of forty has forty different doubts, and
    most of them are never spoken. So we built a place where a doubt can be asked at any hour, where a
    mentor answers with a question rather than with the finished code, and where the next person with
    the same doubt finds the whole conversation.
  `,
  milestones: [
    {
      year: 2020,
      title: "A whiteboard and a group chat",
      text:
        "Classes moved home, and so did our evening sessions: eleven students, two mentors, and a shared folder of C++ exercises.",
    },
    {
      year: 2021,
      title: "The first hundred",
      text:
        "More than a hundred learners from four colleges, daily classwork and homework, and our first student volunteers, who began to write the briefing after each class.",
    },
    {
      year: 2022,
      title: "Every submission reviewed",
      text:
        "Mentors promised to look at each solution within three days. Reviews became part of the course, and so did second and third attempts.",
    },
    {
      year: 2023,
      title: "One place for all of it",
      text:
        "Assignments, doubts, reviews, briefings and the question library came together in one application, and the class became live.",
    },
  ],
  mission: prose`
    No doubt should stay unasked because somebody was too shy, too late, or on the last bench.

    We want every learner to leave with three habits: to **read** an error message before fearing it, to
    **test** a program before trusting it, and to **explain** an idea before claiming it. And we want every
    mentor to remember what it was like not to know.
  `,
} satisfies DemoAbout;
