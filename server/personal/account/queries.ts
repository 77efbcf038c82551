/** The sections of a copy with the account: its profile, its sign-ins, and what it did. */
import { asc, eq, sql } from "drizzle-orm";
import { audit } from "../../audit/tables.ts";
import { identities } from "../../auth/oidc/tables.ts";
import { sessions, visits } from "../../auth/tables.ts";
import { apiTokens } from "../../auth/tokens/tables.ts";
import { calendarFeeds } from "../../calendar/tables.ts";
import {
  notifications,
  notificationSettings,
  notified,
  pushSubscriptions,
} from "../../notifications/tables.ts";
import { people } from "../../people/tables.ts";
import { pick } from "../../kit/db/columns.ts";
import { alone, own, type Section } from "../sections/queries.ts";

export const account: Section[] = [
  {
    name: "profile",
    title: "Profile",
    select: alone(people, {
      title: people.name,
      ...pick(people, "email", "role", "branch", "year", "linkedin", "github"),
      picture: people.profileImage,
      ...pick(people, "verifiedAt", "mailRefused", "createdAt"),
      changedAt: people.updatedAt,
    }, { whose: own(people.id), order: people.id }),
  },
  {
    name: "visits",
    title: "Last visit",
    select: alone(visits, { signedInAt: visits.signedInAt, seenAt: visits.seenAt }, {
      whose: own(visits.personId),
      order: visits.personId,
    }),
  },
  {
    name: "sessions",
    title: "Where you are signed in",
    select: alone(sessions, {
      title: sessions.device,
      ...pick(sessions, "network", "createdAt", "usedAt", "expiresAt"),
    }, { whose: own(sessions.personId), order: sessions.createdAt }),
  },
  {
    name: "api-tokens",
    title: "API tokens",
    select: alone(apiTokens, {
      title: apiTokens.name,
      ...pick(apiTokens, "scope", "createdAt", "usedAt", "expiresAt"),
    }, { whose: own(apiTokens.personId), order: apiTokens.createdAt }),
  },
  {
    name: "school-accounts",
    title: "Accounts of the school's provider",
    select: alone(identities, {
      title: identities.issuer,
      subject: identities.subject,
      linkedAt: identities.linkedAt,
    }, { whose: own(identities.personId), order: identities.linkedAt }),
  },
  {
    name: "calendar",
    title: "Calendar address",
    select: alone(calendarFeeds, { madeAt: calendarFeeds.madeAt }, {
      whose: own(calendarFeeds.personId),
      order: calendarFeeds.madeAt,
    }),
  },
  {
    name: "notification-settings",
    title: "Settings of notifications",
    select: alone(
      notificationSettings,
      pick(notificationSettings, "ways", "quiet", "digestHour", "nudgesSince"),
      { whose: own(notificationSettings.personId), order: notificationSettings.personId },
    ),
  },
  {
    name: "push-browsers",
    title: "Browsers that get notifications",
    select: alone(pushSubscriptions, {
      // The whole address would let its reader send notifications.
      title: sql`split_part(${pushSubscriptions.endpoint}, '/', 3)`,
      createdAt: pushSubscriptions.createdAt,
    }, { whose: own(pushSubscriptions.personId), order: pushSubscriptions.createdAt }),
  },
  {
    name: "notifications",
    title: "Notifications",
    select: (db, me) =>
      db.select({
        title: notifications.kind,
        path: notifications.path,
        at: notifications.at,
        readAt: notified.readAt,
      }).from(notified).innerJoin(notifications, eq(notifications.id, notified.notificationId))
        .where(eq(notified.personId, me._id)).orderBy(asc(notifications.id)),
  },
  {
    name: "what-you-did",
    title: "What the audit trail says that you did",
    select: alone(audit, {
      title: audit.verb,
      about: audit.title,
      ...pick(audit, "detail", "at", "address", "device"),
    }, { whose: own(audit.byId), order: audit.at }),
  },
  {
    name: "what-was-done",
    title: "What the audit trail says about your account",
    // Not who did it, and not from where: that is about others.
    select: alone(audit, { title: audit.verb, detail: audit.detail, at: audit.at }, {
      whose: (me) =>
        sql`${audit.kind} = 'account' and ${audit.aboutId} = ${me._id}
          and ${audit.byId} is distinct from ${me._id}`,
      order: audit.at,
    }),
  },
];
