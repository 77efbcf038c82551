/** Ended terms: what was archived with one of them, searched for, and opened at its usual address. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { ITEM_KINDS, type ItemKind, type TermItem } from "../../server/terms/schema.ts";
import { isSameFilter, useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { FilterBar, FilterChoice } from "../kit/lists/filter-bar.tsx";
import { OlderButton, useOlderRows } from "../kit/lists/load-older.tsx";
import { searchWords } from "../kit/lists/search-words.ts";
import { choiceOf, FilterText, useUrlFilter } from "../kit/lists/url-filter.tsx";
import { showDate, showDay } from "../kit/ui/format-time.ts";
import { Empty, NotLoaded, useKnown } from "../kit/ui/page.tsx";
import { loadItems, loadOlderItems, loadTerms } from "./actions.ts";
import { itemsAtom, type ItemsFilter, termsAtom } from "./state.ts";

const part = (asked: string | undefined) => asked || undefined;
const parts = { term: part, kind: choiceOf(ITEM_KINDS), search: searchWords };
const SKELETON = "h-96 rounded-box";
const FAILED = "Failed to load what the term has.";
const KINDS = ITEM_KINDS.filter((kind) => kind !== "questions").map((kind) =>
  [kind, kind[0]?.toUpperCase() + kind.slice(1)] as const
);

export default function EndedTerms() {
  const [known, waiting] = useKnown(termsAtom, loadTerms, {
    failed: "Failed to load the ended terms.",
    label: "Loading the ended terms...",
    skeleton: SKELETON,
  });
  const { term, kind = "questions", search } = useUrlFilter(parts);
  if (known === null) return waiting;
  const ended = known.items;
  const [newest] = ended;
  if (newest === undefined) return <Empty>No term has ended yet.</Empty>;
  const current = ended.find(({ _id }) => _id === term) ?? newest;
  return (
    <>
      <FilterBar
        label="Search an ended term"
        keep={["tab"]}
        first={<FilterText name="search" label="Search" />}
      >
        <FilterChoice
          name="term"
          label="Term"
          all={newest.name}
          options={ended.slice(1).map(({ _id, name }) => [_id, name] as const)}
        />
        <FilterChoice name="kind" label="What" all="Questions" options={KINDS} />
      </FilterBar>
      <p className="mb-4 text-muted">
        {current.name} ended on {showDate(current.endedAt)}. What it has can be read only.
      </p>
      <Items id={current._id} kind={kind} search={search} />
    </>
  );
}

const loadOlder = () => loadOlderItems().catch(() => void toast.error(FAILED));

function Items({ id, kind, search }: ItemsFilter) {
  const filter = { id, kind, search };
  const known = useAtomValue(itemsAtom);
  const loading = useLoad(loadItems, FAILED, false, filter);
  const isWhole = !known?.hasMore;
  const older = useOlderRows<HTMLUListElement>({ load: loadOlder, isWhole });
  if (loading.state === "failed" || known === null || !isSameFilter(known.filter, filter)) {
    return <NotLoaded loading={loading} label="Loading what the term has..." skeleton={SKELETON} />;
  }
  const { items } = known;
  if (items.length === 0) return <Empty>No matches.</Empty>;
  return (
    <div className="space-y-4">
      <ul
        ref={older.rows}
        aria-label="Found in the term"
        className="panel divide-y divide-base-300"
      >
        {items.map((item) => (
          <li key={item._id} tabIndex={-1} className="px-4 py-3">
            <Item item={item} kind={kind} />
          </li>
        ))}
      </ul>
      {!isWhole && <OlderButton older={older}>Show older ones</OlderButton>}
    </div>
  );
}

const ADDRESS: Partial<Record<ItemKind, (item: TermItem) => string>> = {
  questions: ({ _id }) => `/assignments/${_id}`,
  doubts: ({ _id }) => `/doubts/${_id}`,
  briefings: ({ at }) => `/briefings/archive?month=${at.slice(0, 7)}`,
};

function Item({ item, kind }: { item: TermItem; kind: ItemKind }) {
  const { title, text, at } = item;
  const address = ADDRESS[kind]?.(item);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4">
        {address === undefined
          ? <strong className="min-w-0 break-words">{title}</strong>
          : <Link href={address} className="link-plain min-w-0 font-bold break-words">{title}
          </Link>}
        <span className="text-sm text-muted">{at.length === 10 ? showDay(at) : showDate(at)}</span>
      </p>
      {text !== "" && <p className="line-clamp-3 break-words whitespace-pre-wrap">{text}</p>}
    </>
  );
}
