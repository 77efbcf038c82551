/** Creates assignments, doubts and responses, through the API. */
import type { Reply, TestPerson } from "./people.ts";
import type { TestServer } from "./server.ts";

export const QUESTION = {
  title: "Reverse an array",
  explanation: "Read **n** numbers and print them in reverse.",
  difficulty: "easy",
  tags: "arrays, loops",
  repoCategory: "question",
  questionType: "coding",
  majorTopic: "Arrays",
};

/** Returns the multipart form of a new question. */
export function questionForm(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...QUESTION, ...fields })) form.set(name, value);
  return form;
}

/** Creates a question by this mentor, and distributes it unless `tag` is null. */
export async function assignment(
  mentor: TestPerson,
  fields: Record<string, string> = {},
  tag: "hw" | "cw" | "practice" | null = "hw",
): Promise<Reply["body"]> {
  const made = await mentor.post("/assignments", questionForm(fields));
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  if (tag === null) return made.body;
  const given = await mentor.put(`/assignments/${made.body._id}/distribution`, {
    distributionTag: tag,
  });
  return given.body;
}

export async function doubt(
  student: TestPerson,
  assignmentId: string,
  fields: {
    doubtText?: string;
    private?: boolean;
    anonymous?: boolean;
    runId?: string;
    programShown?: "class" | "staff";
  } = {},
): Promise<Reply["body"]> {
  const raised = await student.post("/doubts", {
    assignmentId,
    doubtText: "Why does my loop run once too often?",
    ...fields,
  });
  if (raised.status > 201) throw new Error(JSON.stringify(raised.body));
  return raised.body;
}

/** Assigns a question to these students only, directly in the database. */
export async function givePersonally(
  { parts }: TestServer,
  assignmentId: string,
  students: TestPerson[],
): Promise<void> {
  const { sql } = parts.database;
  await sql`update assignments set distribution_tag = 'personal', given_out_at = now()
    where id = ${assignmentId}`;
  for (const { _id } of students) {
    await sql`insert into assignees (assignment_id, student_id) values (${assignmentId}, ${_id})`;
  }
}

/** Submits a learner's response to an assignment. */
export async function submit(
  student: TestPerson,
  assignmentId: string,
  fields: Record<string, unknown> = {},
): Promise<Reply["body"]> {
  const { status, body } = await student.put(`/assignments/${assignmentId}/status`, {
    responseStatus: "solved",
    ...fields,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Assigns a question to these students personally, through the API. */
export const assignTo = (
  mentor: TestPerson,
  assignmentId: string,
  ...students: TestPerson[]
): Promise<Reply> =>
  mentor.put(`/assignments/${assignmentId}/assign-personal`, {
    assignedTo: students.map(({ _id }) => _id),
  });
