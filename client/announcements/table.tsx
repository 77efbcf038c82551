/** Announcements as a table; on a phone each row becomes a card. */
import { ExternalLink, Pencil, Trash2 } from "lucide-react";
import { type RefObject, useState } from "react";
import type { Announcement } from "../../server/announcements/schema.ts";
import { Confirm } from "../kit/dialog.tsx";
import { showDate } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { deleteAnnouncement } from "./actions.ts";
import { EditAnnouncement } from "./edit.tsx";

const PREVIEW = 100;

interface TableProps {
  announcements: readonly Announcement[];
  /** Whether rows can be edited and deleted by whoever looks at them. */
  isEditable?: boolean;
  /** For what holds the rows. */
  rows?: RefObject<HTMLTableSectionElement | null>;
}

type Doing = { what: "edit" | "delete"; to: Announcement } | null;

export function AnnouncementTable({ announcements, isEditable = false, rows }: TableProps) {
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const columns = ["Subject", "Message", "Date", "Link", ...(isEditable ? ["Actions"] : [])];
  return (
    <div className="panel overflow-hidden">
      {/* Shown as blocks on a phone, it would lose its roles. */}
      <table role="table" className="w-full max-md:block">
        <thead role="rowgroup" className="bg-base-200/60 text-left max-md:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" className="px-4 py-3">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody ref={rows} role="rowgroup" className="max-md:block">
          {announcements.map((announcement) => (
            <Row
              key={announcement._id}
              announcement={announcement}
              isEditable={isEditable}
              onDo={(what) => setDoing({ what, to: announcement })}
            />
          ))}
        </tbody>
      </table>
      {doing?.what === "edit" && (
        <EditAnnouncement
          id={doing.to._id}
          announcement={announcements.find(({ _id }) => _id === doing.to._id) ?? null}
          onClose={close}
        />
      )}
      {doing?.what === "delete" && (
        <Confirm
          title="Delete announcement"
          action="Delete"
          deletes
          onConfirm={() => void remove(doing.to._id)}
          onClose={close}
        >
          <p>
            Do you really want to delete <strong>{doing.to.subject}</strong>{" "}
            for everybody? It cannot be brought back.
          </p>
        </Confirm>
      )}
    </div>
  );
}

async function remove(id: string): Promise<void> {
  try {
    await deleteAnnouncement(id);
    toast.success("Announcement deleted successfully!");
  } catch {
    toast.error("Failed to delete announcement.");
  }
}

interface RowProps {
  announcement: Announcement;
  isEditable: boolean;
  onDo: (what: "edit" | "delete") => void;
}

function Row({ announcement, isEditable, onDo }: RowProps) {
  const { subject, body, sender, links, createdAt } = announcement;
  const cell = "px-4 py-3 align-top max-md:block max-md:px-0 max-md:py-1";
  return (
    <tr
      role="row"
      tabIndex={-1}
      className="border-t border-base-300 -outline-offset-3 max-md:block max-md:p-4"
    >
      <td role="cell" className={`${cell} font-bold wrap-anywhere md:w-1/5`}>{subject}</td>
      <td role="cell" className={`${cell} wrap-anywhere`}>
        <Body text={body} of={subject} />
      </td>
      <td role="cell" className={`${cell} max-md:text-sm`}>
        <time dateTime={createdAt} className="whitespace-nowrap">{showDate(createdAt)}</time>
        <span className="text-sm text-muted max-md:ml-2 md:block md:w-max md:max-w-48">
          {sender.name}
        </span>
      </td>
      <td role="cell" className={cell}>
        <Links links={links} />
      </td>
      {isEditable && (
        <td role="cell" className={`${cell} whitespace-nowrap`}>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`Edit: ${subject}`}
            title="Edit"
            onClick={() => onDo("edit")}
          >
            <Pencil aria-hidden className="size-5" />
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`Delete: ${subject}`}
            title="Delete"
            onClick={() => onDo("delete")}
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </td>
      )}
    </tr>
  );
}

function Body({ text, of }: { text: string; of: string }) {
  const [isWhole, setIsWhole] = useState(false);
  // By characters, not by halves of them.
  const characters = [...text];
  if (characters.length <= PREVIEW) return <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <p className="whitespace-pre-wrap">
      {isWhole ? text : `${characters.slice(0, PREVIEW).join("")}...`}{" "}
      <button
        type="button"
        className="link-plain cursor-pointer whitespace-nowrap"
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? "Show Less" : "See More"}
        <span className="sr-only">: {of}</span>
      </button>
    </p>
  );
}

export function Links({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="space-y-1">
      {links.map((link, place) => (
        <li key={place}>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="link-plain inline-flex max-w-56 items-center gap-1.5"
          >
            <span className="truncate">{hostOf(link)}</span>
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const hostOf = (link: string): string => URL.parse(link)?.hostname.replace(/^www\./, "") ?? link;
