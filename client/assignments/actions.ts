/** The calls about assignments, and keeping what came back. */
import {
  type Assignment,
  type AssignmentCard,
  type CreateInput,
  type EditInput,
  type GIVEN_OUT_AS,
  type Response,
  SHELF_MOST,
  type StatusInput,
} from "../../server/assignments/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import type { Student } from "../../server/people/schema.ts";
import type { Solution } from "../../server/solutions/schema.ts";
import { api, call, Failed, type Reply } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { meAtom } from "../kit/session.ts";
import { store } from "../kit/store.ts";
import { whole } from "../kit/whole.ts";
import {
  type Detail,
  detailsAtom,
  homeworkAtom,
  isAssignmentPush,
  keepHomework,
  keepInDetail,
  keepOnShelf,
  keepResponse,
  type PracticeFilter,
  retag,
  type Shelf,
  shelfAtom,
} from "./state.ts";

export async function loadHomework(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.assignments.home.$get({}, { init: { signal } }));
  const pushes = pushesAfter(seq).filter(isAssignmentPush);
  store.set(homeworkAtom, pushes.reduce(keepHomework, { items: data, seq }));
}

/** Everything for staff, what is given to the class for others. */
export async function loadAssignments(signal: AbortSignal): Promise<void> {
  const options = { init: { signal } };
  if (isStaff(store.get(meAtom))) {
    const { allResource } = api.assignments;
    await fill("all", (page) => call(allResource.$get({ query: { page } }, options)));
  } else {
    const { general } = api.assignments;
    await fill("general", (page) => call(general.$get({ query: { page } }, options)));
  }
}

export async function loadPractice(filter: PracticeFilter, signal: AbortSignal): Promise<void> {
  const { practice } = api.assignments;
  await fill(
    filter,
    (page) => call(practice.$get({ query: { ...filter, page } }, { init: { signal } })),
  );
}

/** A shelf is shown whole. */
async function fill(
  of: Shelf["of"],
  loadPage: (page: string) => Promise<Reply<Shelf["items"]>>,
): Promise<void> {
  const { data: items, seq } = await whole(SHELF_MOST, loadPage);
  const me = store.get(meAtom);
  if (me === null) return;
  const fetched: Shelf = { of, items, seq, stale: false };
  const pushes = pushesAfter(seq).filter(isAssignmentPush);
  store.set(shelfAtom, pushes.reduce((shelf, push) => keepOnShelf(shelf, push, me), fetched));
}

function keepDetail({ data: assignment, seq }: Reply<Assignment>): void {
  const pushes = pushesAfter(seq).filter(isAssignmentPush);
  const detail = pushes.reduce(keepInDetail, {
    assignment,
    whole: assignment,
    seq,
    stale: false,
  });
  store.set(detailsAtom, (details) => ({ ...details, [assignment._id]: detail }));
}

export async function loadAssignment(id: string, signal: AbortSignal): Promise<void> {
  keepDetail(await call(api.assignments[":id"].$get({ param: { id } }, { init: { signal } })));
}

export type GivenOutAs = typeof GIVEN_OUT_AS[number];

/** Shown at once; when the call fails, it silently goes back to what it was. */
export async function distribute(card: AssignmentCard, distributionTag: GivenOutAs): Promise<void> {
  const show = (shown: AssignmentCard) =>
    store.set(shelfAtom, (shelf) => shelf === null ? null : retag(shelf, shown));
  const assignmentTag = ({ hw: "HW", cw: "CW", practice: "practice" } as const)[distributionTag];
  show({ ...card, distributionTag, assignmentTag });
  try {
    const json = { distributionTag };
    keepDetail(
      await call(
        api.assignments[":id"].distribution.$put({ param: { id: card._id }, json }),
      ),
    );
  } catch {
    show(card);
  }
}

const STALE = "Your response was changed elsewhere in the meantime. Save again to replace it.";

export async function respond(id: string, json: StatusInput): Promise<void> {
  try {
    const { data } = await call(api.assignments[":id"].status.$put({ param: { id }, json }));
    keepOwn(id, data);
  } catch (error) {
    if (!(error instanceof Failed) || error.code !== "stale") throw error;
    keepOwn(id, error.body.current as Response);
    throw new Failed(409, { msg: STALE, code: "stale" });
  }
}

function keepOwn(id: string, response: Response): void {
  store.set(detailsAtom, (details) => {
    const known = details[id];
    if (known === undefined) return details;
    return { ...details, [id]: { ...known, assignment: keepResponse(known.assignment, response) } };
  });
}

export async function createAssignment(
  question: CreateInput,
  { files, key }: { files: File[]; key: string },
): Promise<Assignment> {
  const { tags, testCases = [], similarQuestions = [], ...texts } = question;
  const form = {
    ...texts,
    tags: tags.join(","),
    testCases: JSON.stringify(testCases),
    similarQuestions: JSON.stringify(similarQuestions),
    files,
  };
  const headers = { "Idempotency-Key": key };
  const { data } = await call(api.assignments.$post({ form }, { headers }));
  return data;
}

/** A refusal because of a newer version brings that version along: it is kept, and offered. */
async function keepingCurrent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") {
      keepDetail({ data: error.body.current as Assignment, seq: error.seq });
    }
    throw error;
  }
}

function editDetail(id: string, edit: (known: Detail) => Detail): void {
  store.set(detailsAtom, (details) => {
    const known = details[id];
    return known === undefined ? details : { ...details, [id]: edit(known) };
  });
}

export async function editAssignment(id: string, json: EditInput): Promise<void> {
  const request = () => call(api.assignments[":id"].$put({ param: { id }, json }));
  keepDetail(await keepingCurrent(request));
}

export async function assignPersonally(
  id: string,
  json: { assignedTo: string[]; version: number },
): Promise<void> {
  const request = () =>
    call(api.assignments[":id"]["assign-personal"].$put({ param: { id }, json }));
  keepDetail(await keepingCurrent(request));
}

export async function showSolution(id: string, solutionVisible: boolean): Promise<void> {
  const json = { solutionVisible };
  keepDetail(
    await call(api.assignments[":id"]["solution-visibility"].$put({ param: { id }, json })),
  );
}

/** The solution's text, changed beside the question. */
export async function updateSolution(
  id: string,
  json: { solution: string; version?: number },
): Promise<void> {
  const keep = (solution: Solution) =>
    editDetail(id, (known) => ({ ...known, assignment: { ...known.assignment, solution } }));
  try {
    keep((await call(api.assignments[":id"].solution.$put({ param: { id }, json }))).data);
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") keep(error.body.current as Solution);
    throw error;
  }
}

/** Students whose name or address contains a text. */
export async function searchStudents(search: string, signal: AbortSignal): Promise<Student[]> {
  const { data } = await call(
    api.users.students.$get({ query: { search } }, { init: { signal } }),
  );
  return data;
}
