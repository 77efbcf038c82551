/** The answered doubts of a question, for later classes: kept ones first, then those that helped. */
import { useAtomValue } from "jotai";
import { Link, useParams } from "wouter";
import { can, isOpenToClass } from "../../../server/doubts/policy.ts";
import { type AnsweredDoubt, TOTAL_CEILING } from "../../../server/doubts/schema.ts";
import { useLoad } from "../../kit/data/query.ts";
import { meAtom } from "../../kit/net/session.ts";
import { Pager } from "../../kit/lists/pager.tsx";
import { paging, useUrlFilter } from "../../kit/lists/url-filter.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { Empty, NotLoaded, Page } from "../../kit/ui/page.tsx";
import { plainText, RichText } from "../../kit/ui/rich-text.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { loadAnswers } from "./actions.ts";
import { AnswerBadges, Keep } from "./badges.tsx";
import { answersAtom } from "./state.ts";

export default function Answers() {
  const { id = "" } = useParams<{ id: string }>();
  const known = useAtomValue(answersAtom);
  const filter = useUrlFilter(paging);
  const isKnown = known?.assignmentId === id;
  const loading = useLoad(
    loadAnswers,
    "Failed to fetch the answered doubts.",
    isKnown && known.stale,
    id,
    filter,
  );
  const title = isKnown ? known.answers[0]?.assignment.title : undefined;
  return (
    <Page
      title="Answered before"
      aside={<Link href={`/assignments/${id}`} className="btn">Open the question</Link>}
    >
      {title !== undefined && <p className="mb-4 text-lg text-muted">{title}</p>}
      {!isKnown
        ? <NotLoaded loading={loading} label="Loading answered doubts..." skeleton="h-72" />
        : known.answers.length === 0
        ? (
          <Empty>
            No doubt on this question is kept for later classes, or has helped its student, yet.
          </Empty>
        )
        : (
          <ul className="max-w-4xl space-y-4">
            {known.answers.map((doubt) => <Answer key={doubt._id} doubt={doubt} />)}
          </ul>
        )}
      {isKnown && (
        <Pager filter={filter} total={known.total} ceiling={TOTAL_CEILING} thing="answered doubt" />
      )}
    </Page>
  );
}

function Answer({ doubt }: { doubt: AnsweredDoubt }) {
  const me = useAtomValue(meAtom);
  const { _id, doubtText, answer } = doubt;
  const { sender, timestamp, html, refersTo } = answer;
  return (
    <li className="panel space-y-3 p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <h2 className="min-w-0 grow basis-60 text-lg font-semibold">
          <Link href={`/doubts/${_id}`} className="hover:underline">{plainText(doubtText)}</Link>
        </h2>
        <AnswerBadges doubt={doubt} />
        {can.keep(me, doubt) && isOpenToClass(doubt) && <Keep doubt={doubt} />}
      </div>
      <div className="space-y-2 border-l-4 border-primary pl-3">
        <p className="text-sm text-muted">
          <PersonName person={sender} />, <Time at={timestamp} />
        </p>
        <RichText html={html} />
        {refersTo !== undefined && (
          <p>
            <Link href={`/doubts/${refersTo}`} className="link-plain">
              Open the thread that this refers to
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}
