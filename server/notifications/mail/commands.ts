/**
 * Sends the mails about notifications that are due: each in the transaction that takes its rows and
 * queues the mail, so that it is sent once over all servers. Also nudges.
 */
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { visits } from "../../auth/tables.ts";
import { responses } from "../../assignments/tables.ts";
import { USUAL_LIMITS } from "../../desk/schema.ts";
import { deskLimits } from "../../desk/tables.ts";
import { doubts } from "../../doubts/tables.ts";
import { originOf } from "../../kit/core/env.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { pick } from "../../kit/db/columns.ts";
import { type Mail, queueMail } from "../../kit/mail/mail.ts";
import { type Act, transact } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import { note } from "../commands.ts";
import { isMailedAtOnce, type Notice, quietUntil, sentenceOf, waysOf } from "../policy.ts";
import { allOf, reachable } from "../queries.ts";
import type { Kind, ListedNotification, Quiet } from "../schema.ts";
import { notificationMails, notificationSettings } from "../tables.ts";
import { awayAt } from "./writes.ts";

const ROUND_MOST = 50;
const LINES_MOST = 50;

/** Sends the mails that are due: one for each person. */
export async function sendMails(parts: Parts): Promise<void> {
  const { database: { db }, clock } = parts;
  const due = await db.selectDistinct({ personId: notificationMails.personId })
    .from(notificationMails).where(lte(notificationMails.dueAt, clock())).limit(ROUND_MOST);
  for (const { personId } of due) {
    await transact(parts, (act) => mailTo(act, personId));
  }
}

async function mailTo(act: Act<null>, personId: string): Promise<void> {
  const { db, now, parts } = act;
  // Another server that has these rows writes the mail.
  const rows = await db.select({ id: notificationMails.notificationId }).from(notificationMails)
    .where(and(eq(notificationMails.personId, personId), lte(notificationMails.dueAt, now)))
    .for("update", { skipLocked: true });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const mailsOn = (these: string[]) =>
    and(
      eq(notificationMails.personId, personId),
      inArray(notificationMails.notificationId, these),
    );
  const person = await reachable(db, personId, now);
  const all = person === null ? [] : await allOf({ db, me: person.me, now });
  const { ways, quiet, dueAt } = await wishesOf(act, personId);
  // What they no longer want is not mailed either, though it waits already.
  const unread = all.filter(({ _id, kind, isRead }) =>
    !isRead && ids.includes(_id) && waysOf(ways, kind).mail
  );
  const waits = dueAt > now ? unread.filter(({ kind }) => isMailedAtOnce(kind)) : [];
  const waiting = waits.map(({ _id }) => _id);
  if (waiting.length > 0) {
    await db.update(notificationMails).set({ dueAt }).where(mailsOn(waiting));
  }
  await db.delete(notificationMails).where(mailsOn(ids.filter((id) => !waiting.includes(id))));
  const ready = unread.filter(({ _id }) => !waiting.includes(_id));
  if (person === null || ready.length === 0) return;
  for (const mail of await mailsOf(act, { ...person, quiet }, ready)) {
    await queueMail(db, { sealed: await parts.tokens.seal(mail), now });
  }
  act.afterwards.push(parts.postman.nudge);
}

/**
 * How a person wants to be told, and when a mail that is sent at once may be sent. Whoever is here,
 * or was a moment ago, may read it before; and the quiet hours may begin meanwhile.
 */
async function wishesOf({ db, now, zone }: Act<null>, personId: string) {
  const [row] = await db.select({
    seenAt: visits.seenAt,
    ...pick(notificationSettings, "ways", "quiet"),
  }).from(people)
    .leftJoin(visits, eq(visits.personId, people.id))
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .where(eq(people.id, personId));
  const here = { now: awayAt(row?.seenAt ?? null, now), zone };
  const quiet = row?.quiet ?? null;
  return { ways: row?.ways ?? {}, quiet, dueAt: quietUntil(here, quiet) };
}

/** One mail for each kind that is mailed at once, and one for all others. */
async function mailsOf(
  { parts }: Act<null>,
  person: NonNullable<Awaited<ReturnType<typeof reachable>>> & { quiet: Quiet | null },
  unread: ListedNotification[],
): Promise<Mail[]> {
  const groups = Map.groupBy(unread, ({ kind }) => isMailedAtOnce(kind) ? kind : "digest");
  const origin = originOf(parts.env);
  return await Promise.all([...groups].map(async ([group, items]) => {
    const kinds = [...new Set(items.map(({ kind }) => kind))] as Kind[];
    const token = await parts.tokens.signUnsubscribe(person.me._id, kinds);
    const query = `?token=${encodeURIComponent(token)}`;
    const [first] = items;
    const subject = items.length === 1 && first
      ? sentenceOf(first)
      : group === "digest"
      ? `${items.length} things that concern you at Doubtless`
      : `${items.length} replies at Doubtless`;
    const lines = items.slice(0, LINES_MOST)
      .map((one) => `- ${sentenceOf(one)}\n  ${origin}${one.path}`);
    const more = items.length - lines.length;
    return {
      to: { name: person.name, address: person.email },
      // The daily mail comes at the hour that its person has chosen.
      ...(group !== "digest" && person.quiet && { quiet: person.quiet }),
      subject: subject.slice(0, 200),
      text: `Hello ${person.name},\n\n${lines.join("\n")}\n${
        more > 0 ? `\nAnd ${more} more at ${origin}\n` : ""
      }\nTo get no more mails of this kind: ${origin}/unsubscribe${query}\nAll your settings: ${origin}/profile#notifications`,
      headers: {
        "List-Unsubscribe": `<${origin}/api/notifications/unsubscribe${query}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    };
  }));
}

const NUDGES_MOST = 100;

/** The waiting doubts, and the waiting responses that are not counted as their doubt. */
const WAITS = sql`(
  select ${doubts.id}::text as item, ${doubts.id} as subject_id, true as is_doubt,
    ${doubts.studentId} as student_id, ${doubts.assignmentId} as assignment_id,
    ${doubts.waitingSince} as since
  from ${doubts} where ${doubts.turn} is not null
  union all
  select ${responses.assignmentId} || '.' || ${responses.studentId}, ${responses.assignmentId},
    false, ${responses.studentId}, ${responses.assignmentId}, ${responses.waitingSince}
  from ${responses} where ${responses.reviewStatus} = 'pending' and not ${responses.asDoubt}
    and ${responses.termId} is null
) as w`;

type Wait = {
  cause: string;
  mentorId: string;
  item: string;
  isDoubt: boolean;
  subjectId: string;
  studentId: string;
  assignmentId: string;
};

/**
 * Notes that somebody has waited longer than a mentor's limit, once for each wait. Waits that
 * were longer already when the mentor asked for nudges are left out.
 */
export async function nudgeMentors(parts: Parts): Promise<void> {
  await transact(parts, async (act) => {
    const { db, now } = act;
    const limit = sql`coalesce(${deskLimits.tooLong}, ${USUAL_LIMITS.tooLong})
        * interval '1 minute'`;
    const cause = sql`'nudge:' || ${people.id} || ':' || w.item || ':'
        || extract(epoch from w.since)`;
    const found = await db.execute<Wait>(sql`
        select ${cause} as cause, ${people.id} as "mentorId", w.item, w.is_doubt as "isDoubt",
          w.subject_id as "subjectId", w.student_id as "studentId",
          w.assignment_id as "assignmentId"
        from ${notificationSettings}
        join ${people} on ${people.id} = ${notificationSettings.personId}
        left join ${deskLimits} on ${deskLimits.personId} = ${people.id}
        join ${WAITS} on w.since <= ${now}::timestamptz - ${limit}
          and w.since >= ${notificationSettings.nudgesSince} - ${limit}
        where ${notificationSettings.nudgesSince} is not null
          and ${people.deletedAt} is null and ${people.role} in ('mentor', 'admin')
          and not exists (select 1 from notifications as n where n.cause = ${cause})
        order by w.since limit ${NUDGES_MOST}`);
    await note(act, [...found].map((wait) => nudge(wait, now)));
  });
}

const nudge = (wait: Wait, at: string): Notice => ({
  cause: wait.cause,
  kind: "nudge",
  to: { people: [wait.mentorId] },
  byId: wait.studentId,
  subjectId: wait.subjectId,
  assignmentId: wait.assignmentId,
  path: wait.isDoubt ? `/doubts/${wait.item}` : `/solutions?view=triage&item=${wait.item}`,
  at,
});
