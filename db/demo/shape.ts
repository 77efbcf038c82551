/**
 * The shapes of the demo class. Every time is relative, so that the class looks fresh on the
 * day it is seeded.
 */

/** An hour of a calendar day in the class's time zone; one that is still to come counts as now. */
export interface DayTime {
  /** 0 is today. */
  daysAgo: number;
  /** Class time, "HH:MM". */
  at: string;
}

/** When something happened: so many minutes before now, or at an hour of a calendar day. */
export type Moment = number | DayTime;

export type Role = "student" | "volunteer" | "mentor" | "admin";

export type AdminKey = "admin";
export type MentorKey = "mentor" | "mentor2" | "mentor3";
export type StaffKey = AdminKey | MentorKey;
export type VolunteerKey = "volunteer" | "volunteer2";
export type StudentKey = "student" | `student${number}`;
/** Somebody who works on assignments: a student or a volunteer. */
export type LearnerKey = StudentKey | VolunteerKey;
export type PersonKey = StaffKey | LearnerKey;

/** What the About page shows of a mentor or an admin, besides name, role and e-mail. */
export interface DemoTeamEntry {
  blurb: string;
  linkedin: string;
  github: string;
}

/** One account of the demo class. */
export interface DemoPerson {
  key: PersonKey;
  name: string;
  email: string;
  role: Role;
  /** Learners only. */
  branch?: string;
  /** Learners only: year of study, 1 to 4. */
  year?: number;
  /** Staff only. */
  team?: DemoTeamEntry;
  joined: Moment;
}

export type Difficulty = "easy" | "medium" | "hard";
export type DistributionTag = "central" | "hw" | "cw" | "pw" | "practice" | "hm" | "personal";

export type MajorTopic =
  | "Basics & Syntax"
  | "Data Types & Variables"
  | "Operators"
  | "Control Structures"
  | "Functions"
  | "Pointers & Memory Management"
  | "Arrays"
  | "String"
  | "Object-Oriented Programming (OOP)"
  | "Templates & Generic Programming"
  | "STL"
  | "Exception Handling"
  | "File I/O"
  | "Advanced Topics";

export type QuestionKey =
  | "roll-and-name"
  | "build-stages"
  | "average-marks"
  | "fits-in-64"
  | "leap-year"
  | "diamond"
  | "gcd-tiles"
  | "rotate-three"
  | "own-vector"
  | "reverse-list"
  | "rotate-seats"
  | "best-streak"
  | "spiral-walk"
  | "palindrome-phrase"
  | "run-length"
  | "bank-account"
  | "shapes"
  | "which-destructor"
  | "record-keeper"
  | "largest-of-any"
  | "stack-template"
  | "word-count"
  | "erase-while-iterating"
  | "library-desk"
  | "safe-calculator"
  | "marks-file"
  | "phone-book"
  | "sort-by-lambda"
  | "shared-inventory"
  | "what-move-moves";

/** One example of a question: what goes in, what comes out. */
export interface DemoTestCase {
  input: string;
  output: string;
  explanation?: string;
}

/** A public page with a question of the same kind, or the reference for it. */
export interface DemoSimilarQuestion {
  title: string;
  url: string;
}

/** The mentors' solution of a question; `content` is Markdown. */
export interface DemoSolution {
  title: string;
  content: string;
  visible: boolean;
}

/** One assignment; `explanation` is Markdown. */
export interface DemoQuestion {
  key: QuestionKey;
  title: string;
  explanation: string;
  testCases: DemoTestCase[];
  difficulty: Difficulty;
  tags: string[];
  repoCategory: "question" | "project";
  /** Only when the category is question. */
  questionType?: "coding" | "conceptual";
  majorTopic: MajorTopic;
  similarQuestions: DemoSimilarQuestion[];
  codingPlatformLink?: string;
  distributionTag: DistributionTag;
  /** Who it is assigned to personally; always set for the tag personal, possible for others. */
  assignedTo?: LearnerKey[];
  /** Who assigned it personally. */
  assignedBy?: StaffKey;
  createdBy: StaffKey;
  created: Moment;
  lastModifiedBy?: StaffKey;
  lastModified?: Moment;
  solution?: DemoSolution;
}

export type ResponseStatus = "solved" | "partially solved" | "not understanding" | "having doubt";

/** A mentor's verdict on one submission. */
export interface DemoReview {
  status: "approved" | "not approved";
  comment: string;
  by: StaffKey;
  minutesAgo: number;
}

/** One submission, and the review it got; without a review it waits for one. */
export interface DemoAttempt {
  status: ResponseStatus;
  submissionUrl?: string;
  /** "Describe Your Problem": always there unless solved; empty when there is nothing to say. */
  learningNotes: string;
  /** C++ source. */
  code?: string;
  minutesAgo: number;
  review?: DemoReview;
}

/** Where one learner stands with one question: the newest attempt, and the ones before it. */
export interface DemoResponse extends DemoAttempt {
  student: LearnerKey;
  question: QuestionKey;
  /** Oldest first; each has its review. */
  earlier?: (DemoAttempt & { review: DemoReview })[];
  /** When the learner chose to see the solution. */
  gaveUp?: number;
}

/** One entry of a doubt thread; `message` is Markdown, and may be empty for a resolve. */
export interface DemoThreadEntry {
  by: PersonKey;
  type: "doubt" | "reply" | "follow-up" | "resolve";
  minutesAgo: number;
  message: string;
}

/** A doubt and its conversation, oldest entry first; its status follows from the entries. */
export interface DemoThread {
  question: QuestionKey;
  student: LearnerKey;
  private?: boolean;
  /** A mentor who holds the claim at this moment. */
  claimedBy?: StaffKey;
  entries: DemoThreadEntry[];
}

/** The briefing of one class day; the three texts are Markdown. */
export interface DemoBriefing {
  by: StaffKey | VolunteerKey;
  written: DayTime;
  classSummary: string;
  classQuestions: string;
  homeworkQuestions: string;
}

/** An announcement to everybody. */
export interface DemoAnnouncement {
  by: StaffKey;
  sent: Moment;
  subject: string;
  body: string;
  links: string[];
}

/** A message; without recipients it is public. */
export interface DemoMessage {
  by: PersonKey;
  to?: PersonKey[];
  sent: Moment;
  subject: string;
  body: string;
  links: string[];
}

/** What a visitor wrote in the contact form. */
export interface DemoContactMessage {
  name: string;
  email: string;
  message: string;
  sent: Moment;
}

/** One line of a weekly checklist. */
export interface DemoGoalItem {
  text: string;
  completed: boolean;
  /** Why it was not completed; empty otherwise. */
  justification: string;
}

/** A daily progress update; in this week's goal those of days still to come are left out. */
export interface DemoDailyReport {
  /** 0 is Monday, 6 is Sunday. */
  weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  update: string;
  isCompleted: boolean;
  justification: string;
  rating: "Satisfied" | "Less Satisfied" | "Overly Satisfied";
}

/** A mentor's goal for one week. */
export interface DemoGoal {
  mentor: MentorKey;
  /** 0 is this week, which starts on Monday. */
  weeksAgo: number;
  items: DemoGoalItem[];
  dailyReports: DemoDailyReport[];
  /** The Sunday summary; past weeks only. */
  weeklyJustification?: string;
}

/** One step of the time line on the About page. */
export interface DemoMilestone {
  year: number;
  title: string;
  text: string;
}

/** The About page. */
export interface DemoAbout {
  story: string;
  milestones: DemoMilestone[];
  mission: string;
}
