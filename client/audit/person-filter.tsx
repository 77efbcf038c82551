/** The person of the filter: found by name or address among all accounts. */
import { useEffect, useId, useState } from "react";
import type { Account } from "../../server/people/schema.ts";
import { useFilterPart } from "../kit/lists/url-filter.tsx";
import { findAccounts } from "./actions.ts";

const TYPED_AFTER = 300;

const textOf = ({ name, email }: Account): string => `${name} (${email})`;

/** @param known the name of the person that the address names, once a row has told it */
export function PersonFilter({ known = "" }: { known: string | undefined }) {
  const [person, setPerson] = useFilterPart("person");
  const [typed, setTyped] = useState("");
  const [shownFor, setShownFor] = useState("");
  const [found, setFound] = useState<readonly Account[]>([]);
  const id = useId();
  // The address changed by itself: back, a name in a row, or Clear.
  if (shownFor !== person) {
    setShownFor(person);
    setTyped("");
  }
  useEffect(() => {
    const search = typed.trim();
    const isChosen = found.some((account) => textOf(account) === search);
    if (search.length < 2 || isChosen) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      findAccounts(search, ended.signal).then(setFound, () => {});
    }, TYPED_AFTER);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [typed]);
  function type(text: string): void {
    setTyped(text);
    const chosen = found.find((account) => textOf(account) === text);
    if (chosen) choose(chosen._id, text);
    else if (text === "" && person) choose("", "");
  }
  function choose(to: string, text: string): void {
    setShownFor(to);
    setTyped(text);
    setPerson(to);
  }
  return (
    <div className="filter-field min-w-0 flex-[1_1_12rem] lg:max-w-md">
      <label htmlFor={id}>Person</label>
      <input
        id={id}
        type="search"
        list={`${id}-found`}
        autoComplete="off"
        placeholder="Name or email"
        value={typed || (person && known)}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={`${id}-found`}>
        {found.map((account) => <option key={account._id} value={textOf(account)} />)}
      </datalist>
    </div>
  );
}
