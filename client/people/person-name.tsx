/** A person's name. For staff, a learner's name is a link to that learner's page. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { isStaff, type Role } from "../../server/kit/core/roles.ts";
import { meAtom } from "../kit/net/session.ts";

/** The shortcut to the page of the student whose work is open, and its text. */
export const STUDENT_PAGE = { keys: ["w"], name: "Open the student's page" };

interface PersonNameProps {
  /** Without a role, the person is a learner. */
  person: { _id: string; name: string; role?: Role };
  className?: string;
}

export function PersonName({ person, className = "" }: PersonNameProps) {
  const { _id, name, role } = person;
  const isLink = isStaff(useAtomValue(meAtom)) &&
    (role === undefined || !isStaff({ role }));
  if (!isLink) return <span className={className}>{name}</span>;
  return <Link href={`/students/${_id}`} className={`${className} hover:underline`}>{name}</Link>;
}
