/** Announcements as a table; in a narrow place each row becomes a block. */
import { type RefObject, useState } from "react";
import Pencil from "../kit/ui/icon.tsx?pencil";
import Trash2 from "../kit/ui/icon.tsx?trash";
import { IconButton } from "../kit/ui/icon-button.tsx";
import type { Announcement } from "../../server/announcements/schema.ts";
import { Confirm, Dialog } from "../kit/ui/dialog.tsx";
import { ExternalLinks } from "../kit/ui/external-links.tsx";
import { showDate } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";
import { toast } from "../kit/data/toast.ts";
import { deleteAnnouncement } from "./actions.ts";
import EditAnnouncement from "./edit.tsx";
import { ForSections } from "../sections/names.tsx";

const PREVIEW = 100;

interface TableProps {
  announcements: readonly Announcement[];
  /** Only so many rows are shown. One that is being edited may leave them. */
  most?: number;
  isEditable?: boolean;
  rows?: RefObject<HTMLTableSectionElement | null>;
}

type Doing = { what: "edit" | "delete"; to: Pick<Announcement, "_id" | "subject"> } | null;

export function AnnouncementTable(props: TableProps) {
  const { announcements, most = Infinity, isEditable = false, rows } = props;
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const columns = ["Subject", "Message", "Date", "Link", ...(isEditable ? ["Actions"] : [])];
  return (
    <div className="panel @container overflow-hidden">
      {/* In a narrow place the table is shown as blocks, which would remove its roles: hence `role`. */}
      <table role="table" className="w-full @max-3xl:block">
        <thead role="rowgroup" className="bg-base-200/60 text-left @max-3xl:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" className="px-4 py-3">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody ref={rows} role="rowgroup" className="@max-3xl:block">
          {announcements.slice(0, most).map((announcement) => (
            <Row
              key={announcement._id}
              announcement={announcement}
              isEditable={isEditable}
              onDo={(what) => {
                const { _id, subject } = announcement;
                setDoing({ what, to: { _id, subject } });
              }}
            />
          ))}
        </tbody>
      </table>
      {doing?.what === "edit" && (
        <Dialog title="Edit Announcement" onClose={close} wide>
          <EditAnnouncement
            id={doing.to._id}
            announcement={announcements.find(({ _id }) => _id === doing.to._id) ?? null}
            onClose={close}
          />
        </Dialog>
      )}
      {doing?.what === "delete" && (
        <Confirm
          title="Delete announcement"
          action="Delete"
          isFinal
          onConfirm={() => remove(doing.to._id)}
          onClose={close}
        >
          <p>
            Do you really want to delete <strong>{doing.to.subject}</strong>{" "}
            for everybody? This cannot be undone.
          </p>
        </Confirm>
      )}
    </div>
  );
}

const remove = (id: string) =>
  toast.outcome(
    deleteAnnouncement(id),
    "Announcement deleted successfully!",
    "Failed to delete announcement.",
  );

interface RowProps {
  announcement: Announcement;
  isEditable: boolean;
  onDo: (what: "edit" | "delete") => void;
}

function Row({ announcement, isEditable, onDo }: RowProps) {
  const { subject, body, sender, links, audience, createdAt } = announcement;
  const cell =
    "px-4 py-3 align-top @max-3xl:block @max-3xl:px-0 @max-3xl:py-0.5 @max-3xl:empty:hidden";
  return (
    <tr
      role="row"
      tabIndex={-1}
      className="border-t border-base-300 -outline-offset-3 @max-3xl:relative @max-3xl:block @max-3xl:px-4 @max-3xl:py-2.5 @max-3xl:first:border-t-0"
    >
      <td
        role="cell"
        className={`${cell} font-bold wrap-anywhere @3xl:w-1/5 ${
          isEditable ? "@max-3xl:pr-20" : ""
        }`}
      >
        {subject}
        {isEditable && audience && (
          <span className="block">
            <ForSections ids={audience} />
          </span>
        )}
      </td>
      <td role="cell" className={`${cell} wrap-anywhere`}>
        <Body text={body} of={subject} />
      </td>
      <td role="cell" className={`${cell} @max-3xl:text-sm`}>
        <Time at={createdAt} show={showDate} className="whitespace-nowrap" />{" "}
        <span className="text-sm text-muted @max-3xl:ml-2 @3xl:block @3xl:w-max @3xl:max-w-48">
          {sender.name}
        </span>
      </td>
      <td role="cell" className={cell}>
        <ExternalLinks links={links} />
      </td>
      {isEditable && (
        <td
          role="cell"
          className={`${cell} whitespace-nowrap @max-3xl:absolute @max-3xl:top-1 @max-3xl:right-1`}
        >
          <IconButton
            icon={Pencil}
            name={`Edit: ${subject}`}
            large
            className="btn-ghost"
            title="Edit"
            onClick={() => onDo("edit")}
          />
          <IconButton
            icon={Trash2}
            name={`Delete: ${subject}`}
            large
            className="btn-ghost"
            title="Delete"
            onClick={() => onDo("delete")}
          />
        </td>
      )}
    </tr>
  );
}

function Body({ text, of }: { text: string; of: string }) {
  const [isWhole, setIsWhole] = useState(false);
  // Split by code points, so that no surrogate pair is cut in half.
  const characters = [...text];
  if (characters.length <= PREVIEW) return <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <p className="whitespace-pre-wrap">
      {isWhole ? text : characters.slice(0, PREVIEW).join("")}
      {!isWhole && (
        // Paper has all of it.
        <span
          data-rest={characters.slice(PREVIEW).join("")}
          className="print:after:content-[attr(data-rest)]"
        >
          <span className="print:hidden">...</span>
        </span>
      )}{" "}
      <button
        type="button"
        className="link-plain cursor-pointer whitespace-nowrap print:hidden"
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? "Show Less" : "See More"}
        <span className="sr-only">: {of}</span>
      </button>
    </p>
  );
}
