/** Inserts the demo class's notices: briefings, announcements, messages, goals, the About page. */
import { about as aboutRows } from "../../server/about/tables.ts";
import { announcements as announcementRows } from "../../server/announcements/tables.ts";
import { briefings as briefingRows } from "../../server/briefings/tables.ts";
import { contactMessages as contactRows } from "../../server/contact/tables.ts";
import { goals as goalRows } from "../../server/goals/tables.ts";
import { dayOf } from "../../server/kit/core/clock.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { messages as messageRows, recipients } from "../../server/messages/tables.ts";
import { idOf, type SeedContext } from "./insert_work.ts";
import { momentOf, mondayOf } from "./moments.ts";

export async function insertNotices(seeding: SeedContext): Promise<void> {
  const { db, demo, personIds, texts } = seeding;
  const { about, announcements, briefings, contactMessages } = demo;
  const rows = await Array.fromAsync(briefings, async ({ by, written, ...briefing }) => {
    const createdAt = momentOf(written, seeding);
    return {
      id: newId(),
      day: dayOf(createdAt, seeding.zone),
      ...briefing,
      html: {
        classSummary: await texts.text(briefing.classSummary, "classSummary"),
        classQuestions: await texts.text(briefing.classQuestions, "classQuestions"),
        homeworkQuestions: await texts.text(briefing.homeworkQuestions, "homeworkQuestions"),
      },
      createdById: idOf(personIds, by),
      createdAt,
      updatedAt: createdAt,
    };
  });
  await db.insert(briefingRows).values(rows);
  await db.insert(announcementRows).values(announcements.map(({ by, sent, ...announcement }) => {
    const createdAt = momentOf(sent, seeding);
    const senderId = idOf(personIds, by);
    return { id: newId(), ...announcement, senderId, createdAt, updatedAt: createdAt };
  }));
  await db.insert(contactRows).values(contactMessages.map(({ sent, ...message }) => ({
    id: newId(),
    ...message,
    createdAt: momentOf(sent, seeding),
  })));
  await db.insert(aboutRows).values({
    ...about,
    contact: {
      email: "hello@doubtless.example",
      support: "support@doubtless.example",
      phone: "+91 00000 00000",
    },
    html: {
      story: await texts.text(about.story, "story"),
      mission: await texts.text(about.mission, "mission"),
    },
    version: 2,
    updatedAt: seeding.now,
  });
}

export async function insertMessages(seeding: SeedContext): Promise<void> {
  const { db, demo: { messages, people }, personIds } = seeding;
  const roleOf = new Map(people.map(({ key, role }) => [key, role]));
  for (const { by, to, sent, ...message } of messages) {
    const id = newId();
    const createdAt = momentOf(sent, seeding);
    await db.insert(messageRows).values({
      id,
      ...message,
      isPublic: to.length === 0,
      senderId: idOf(personIds, by),
      senderRole: roleOf.get(by) ?? "student",
      createdAt,
    });
    if (to.length === 0) continue;
    await db.insert(recipients).values(
      to.map((key) => ({ messageId: id, personId: idOf(personIds, key), createdAt })),
    );
  }
}

export async function insertGoals(seeding: SeedContext): Promise<void> {
  const { db, demo: { goals }, now, zone, personIds } = seeding;
  const today = dayOf(now, zone);
  await db.insert(goalRows).values(goals.map((goal) => {
    const monday = mondayOf(goal.weeksAgo, seeding);
    const createdAt = momentOf({ daysAgo: daysBetween(monday, today), at: "09:30" }, seeding);
    return {
      id: newId(),
      userId: idOf(personIds, goal.mentor),
      week: monday,
      weeklyTarget: JSON.stringify(goal.items),
      weeklyJustification: goal.weeklyJustification,
      // Today's report is left out, so that a mentor can still write it.
      dailyReports: goal.dailyReports
        .map(({ weekday, ...report }) => ({ date: dayAfter(monday, weekday), ...report }))
        .filter(({ date }) => date < today),
      createdAt,
      updatedAt: createdAt,
    };
  }));
}

const dayAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to).total({ unit: "days" });
