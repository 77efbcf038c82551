import { people } from "./people.ts";
import type {
  DemoResponse,
  DemoReview,
  LearnerKey,
  QuestionKey,
  ResponseStatus,
  StaffKey,
} from "./shape.ts";

/** What one learner handed in; everything left out takes the ordinary course. */
export interface Piece {
  /** Default "solved". */
  status?: ResponseStatus;
  code?: string;
  notes?: string;
  /** Default "approved" for a solved one, "not approved" for the others. */
  verdict?: "approved" | "not approved";
  /** The mentor's comment; by default one of the short ones below. */
  comment?: string;
  /** The learner has looked at the solution after handing in. */
  gaveUp?: boolean;
  /** Minutes before now, instead of a moment in the window. */
  at?: number;
}

const repositories = ["cpp-practice", "cpp-class", "learning-cpp", "sem-project", "doubtless-work"];

const shortComments = [
  "Clean and readable. Approved.",
  "Correct, and the names tell me what is going on. Well done.",
  "All samples pass. Next time add one test of your own and tell me why you chose it.",
  "Good. Could you do without the second variable? Not needed for approval, just think about it.",
  "Approved. Please compile with -Wall from now on: there is one unused variable.",
  "Nice and short. I like that main does nothing but read and print.",
  "Works for the edge cases as well. Keep it up.",
  "Approved. A blank line between the parts would help a tired reader.",
  "Correct. Prefer const for the values that never change.",
  "Very tidy. Explain this one to your bench mate, they are struggling with it.",
  "Good work. Initialise your variables where you declare them, then you cannot forget it.",
  "Right answer, right idea. Your indentation wanders a little, let the editor format it.",
  "Approved. Try the largest input too, and watch how long it takes.",
  "I can follow every step. That is the highest praise I have.",
  "Well solved. The comment above the loop says what the code says already, you may drop it.",
  "Fine. Names like temp1 and temp2 cost the reader more than they save you.",
  "Approved, with pleasure. This is much better structured than last week.",
  "Correct and on time. Have a look at the mentors' solution, it is two lines shorter.",
  "Good use of a small function. More of that, please.",
  "Passes everything I tried, including some nasty inputs.",
  "Approved. Think about what happens for the smallest allowed input: you handled it, did you mean to?",
  "Solid. Next step: solve it again tomorrow without looking.",
];

/** A number that looks random and is always the same for the same text. */
function scramble(text: string): number {
  let hash = 2166136261;
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
  }
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The key behind "7" (the seventh student), "v" and "v2" (the volunteers). */
export function learner(short: string): LearnerKey {
  if (short === "v") return "volunteer";
  if (short === "v2") return "volunteer2";
  return short === "1" ? "student" : `student${Number(short)}`;
}

/** Where a learner keeps the solution of a question. */
export function repositoryUrl(student: LearnerKey, question: QuestionKey): string {
  const name = people.find((person) => person.key === student)?.name ?? student;
  const handle = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const repository = repositories[scramble(student) % repositories.length];
  return `https://github.com/${handle}-demo/${repository}/blob/main/${question}.cpp`;
}

/**
 * What the class handed in for one question, spread over a window of minutes before now, and
 * reviewed in turn by the given mentors. The pieces belong to the first learners of the list; the
 * rest sent a link to a correct solution.
 */
export function handedIn(
  question: QuestionKey,
  reviewers: readonly [StaffKey, ...StaffKey[]],
  window: { from: number; to: number },
  learners: string,
  pieces: readonly Piece[],
): DemoResponse[] {
  const keys = learners.split(" ").map(learner);
  const places = keys.map((key, index) => ({ index, order: scramble(key + question) }))
    .sort((a, b) => a.order - b.order)
    .map(({ index }) => index);
  const step = (window.from - window.to) / keys.length;

  return keys.map((student, index) => {
    const piece = pieces[index] ?? {};
    const status = piece.status ?? "solved";
    const chance = scramble(question + student);
    const minutesAgo = piece.at ?? Math.round(
      window.from - step * (places.indexOf(index) + 0.1 + (chance % 80) / 100),
    );
    const wait = Math.min(50 + chance % 1900, Math.round(minutesAgo * 0.8));
    const turn = index % reviewers.length;
    return {
      student,
      question,
      status,
      submissionUrl: status === "solved" || chance % 3 === 0
        ? repositoryUrl(student, question)
        : undefined,
      learningNotes: piece.notes ?? "",
      code: piece.code,
      minutesAgo,
      review: {
        status: piece.verdict ?? (status === "solved" ? "approved" : "not approved"),
        comment: piece.comment ??
          shortComments[(scramble(question) + index * 5) % shortComments.length] ?? "Approved.",
        by: reviewers[turn] ?? reviewers[0],
        minutesAgo: minutesAgo - wait,
      },
      gaveUp: piece.gaveUp ? Math.round((minutesAgo - wait) * 0.9) : undefined,
    };
  });
}

/** The response that goes with a doubt. */
export function inDoubt(
  question: QuestionKey,
  short: string,
  minutesAgo: number,
  status: ResponseStatus,
  learningNotes: string,
  review?: DemoReview,
): DemoResponse {
  const student = learner(short);
  return {
    student,
    question,
    status,
    learningNotes,
    minutesAgo,
    review,
    submissionUrl: status === "partially solved" ? repositoryUrl(student, question) : undefined,
  };
}

/** A mentor's "not yet". */
export function notYet(by: StaffKey, minutesAgo: number, comment: string): DemoReview {
  return { status: "not approved", by, minutesAgo, comment };
}

/** Who, and which question, with the link to the repository. */
export function byLearner(short: string, question: QuestionKey) {
  const student = learner(short);
  return { student, question, submissionUrl: repositoryUrl(student, question) };
}
