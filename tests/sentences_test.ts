/** The messages that the specification prescribes, word for word. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { resetForm } from "../server/auth/schema.ts";
import { registrationForm } from "./kit/accounts.ts";
import { assignment, questionForm } from "./kit/assignments.ts";
import { readSources } from "./kit/house.ts";
import { caller, person, type Reply, signedIn } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const WEEK = JSON.stringify([{ text: "Read every response" }]);

/** Returns the message of a refusal, and the messages for its fields. */
const said = ({ status, body }: Reply) => [
  status,
  body.msg,
  ...Object.values(body.errors ?? {}).filter((sentence) => sentence !== body.msg),
];

Deno.test("each refusal has the message that the specification prescribes", async (t) => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const visitor = caller(server);
  const at = `/assignments/${(await assignment(mentor))._id}`;
  // A Wednesday.
  server.setClock("2026-03-04T10:00:00.000Z");
  const token = await signedIn(server, mentor._id);
  const { post, put } = caller(server, token);
  const { _id: goal } = (await post("/goals", { user: mentor._id, weeklyTarget: WEEK })).body;
  const report = { dailyReports: [{ update: "Half of them.", rating: "Satisfied" }] };
  await put(`/goals/${goal}`, report);
  const summary = { weeklyJustification: "All of them." };
  const late = [await put(`/goals/${goal}`, report), await put(`/goals/${goal}`, summary)];
  server.setClock(null);

  const hidden = `/assignments/${(await assignment(mentor))._id}`;
  await mentor.put(`${hidden}/solution`, { solution: "Backwards." });
  await mentor.put(`${hidden}/solution-visibility`, { solutionVisible: false });
  const weak = registrationForm("new@class.test", { password: "Secret12" });
  const personal = { subject: "Hi", body: "You.", isPublic: false, recipients: [], links: [] };
  const cases: [Reply | undefined, number, string][] = [
    [
      await visitor.post("/auth/register", weak),
      400,
      "Password is too weak. It must be at least 8 characters long and include a number and a special character.",
    ],
    [await visitor.post("/contact", {}), 400, "All fields are required."],
    [
      await visitor.post("/contact", { name: "A", email: "a@b.test", message: " " }),
      400,
      "All fields are required.",
    ],
    [
      await student.post("/messages", personal),
      400,
      "Please select at least one recipient for a personal message.",
    ],
    [
      await mentor.post(
        "/assignments",
        questionForm({ testCases: '[{"input":"1","output":" "}]' }),
      ),
      400,
      "Test case must have at least input and output.",
    ],
    [
      await mentor.post(
        "/assignments",
        questionForm({ similarQuestions: '[{"title":"Two sum","url":""}]' }),
      ),
      400,
      "Please provide both title and URL for similar question.",
    ],
    [
      await mentor.put(`${at}/assign-personal`, { assignedTo: [] }),
      400,
      "Please select at least one student.",
    ],
    [
      await mentor.put(`${at}/solution`, { title: "So", content: " \n", userId: mentor._id }),
      400,
      "Solution content is empty. Please provide some content.",
    ],
    [await student.get(`${at}/solution`), 404, "Solution not added yet."],
    [await student.get(`${hidden}/solution`), 403, "Solution is hidden by admin."],
    [late[0], 409, "Today's update already exists. Please edit your existing update."],
    [late[1], 409, "Weekly summary can only be added on Sunday."],
  ];
  for (const [reply, status, sentence] of cases) {
    await t.step(sentence, () => equals(reply && said(reply), [status, sentence]));
  }
});

Deno.test("the new password must be typed twice", () => {
  const form = { email: "a@b.test", otp: "123456", newPassword: "Secret@123" };
  equals(resetForm.safeParse({ ...form, confirm: "Secret@123" }).success, true);
  const { error } = resetForm.safeParse({ ...form, confirm: "Secret@124" });
  equals(error?.issues.map(({ path, message }) => [path, message]), [
    [["confirm"], "Passwords do not match."],
  ]);
});

/** What a screen says when a write failed, or a dialog could not be filled. */
const FAILED_WRITES = [
  "Failed to assign personally.",
  "Failed to create announcement.",
  "Failed to create item.",
  "Failed to create/update daily briefing.",
  "Failed to delete announcement.",
  "Failed to delete briefing.",
  "Failed to delete daily briefing.",
  "Failed to edit announcement.",
  "Failed to fetch recipients.",
  "Failed to load solution.",
  "Failed to load your weekly goal",
  "Failed to reset password.",
  "Failed to save changes. Please try again.",
  "Failed to save daily update",
  "Failed to save solution.",
  "Failed to send OTP.",
  "Failed to send message.",
  "Failed to send your message.",
  "Failed to submit briefing.",
  "Failed to submit feedback.",
  "Failed to update assignment.",
  "Failed to update briefing.",
  "Failed to update response.",
  "Failed to update solution visibility.",
  "Failed to update solution.",
  "Failed to update weekly goal bullet",
  "Failed to update weekly goal",
  "Login failed.",
  "Registration failed: Unknown error",
  "Verification failed.",
];

Deno.test("the screens have the message that the specification prescribes for each failed write", async () => {
  const sources = Object.values(await readSources("client", await readSources("server"))).join(
    "\n",
  );
  equals(FAILED_WRITES.filter((message) => !sources.includes(message)), []);
});

/** What no native speaker would say, as the screens and messages once did. */
const UNNATURAL = [
  ...["On today", "It is prepared", "When, or who", "the class is one", "Without a time, at once"],
  ...[
    "Shall this browser",
    "tells the problem",
    "Role, since",
    "Present password",
    "present password",
    "broke off",
  ],
  ...["Nobody is found", "Nothing is found", "Nothing waits", "Make it anew", "p points"],
  ...["Nobody has this yet", "Nobody waits.", "as news"],
  ...["Class now", "Doubts that wait"],
];

Deno.test("screens and messages say what a native speaker would say", async () => {
  const sources = await readSources("client", await readSources("server"));
  const found = Object.entries(sources).flatMap(([path, text]) => {
    const shown = text.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/ .*$/gms, "");
    return UNNATURAL.filter((words) => shown.includes(words)).map((words) => `${path}: ${words}`);
  });
  equals(found, []);
});
