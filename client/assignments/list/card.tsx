/** The card of a question, the same in every list. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { HomeworkCard, ListedAssignment } from "../../../server/assignments/schema.ts";
import { Difficulty, TagBadge, Tags } from "../badges.tsx";
import { Due, ScheduleLine } from "../due.tsx";

interface CardProps {
  item: HomeworkCard | ListedAssignment;
  /** Below a section's heading it is an h3. */
  heading?: "h2" | "h3";
  /** Beside the link: the own status, or the menu of the tag. */
  aside?: ReactNode;
  children?: ReactNode;
}

export function QuestionCard({ item, heading: Heading = "h3", aside, children }: CardProps) {
  const isDone = "responses" in item && item.responses[0]?.responseStatus === "solved";
  return (
    <article className="panel flex min-w-0 grow flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TagBadge tag={item.distributionTag} />
        <Difficulty difficulty={item.difficulty} />
      </div>
      <Heading className="text-lg font-bold">{item.title}</Heading>
      <div>
        <p className="text-sm text-muted">{item.majorTopic}</p>
        <Tags tags={item.tags} />
      </div>
      {"prepared" in item && item.prepared && <ScheduleLine prepared={item.prepared} />}
      <Due item={item} isDone={isDone} />
      {children}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
        <Link href={`/assignments/${item._id}`} className="link-plain">
          View Details
          <span className="sr-only">: {item.title}</span>
        </Link>
        {aside}
      </div>
    </article>
  );
}
