/** API calls about assignments. Their replies are stored in the state. */
import {
  type AssignInput,
  type Assignment,
  type AssignmentCard,
  ASSIGNMENTS_PER_PAGE,
  type CLASS_DISTRIBUTION_TAGS,
  type DistributionInput,
} from "../../server/assignments/schema.ts";
import type { EditInput } from "../../server/assignments/write/schema.ts";
import type { Response, StatusInput } from "../../server/assignments/responses/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Student } from "../../server/people/schema.ts";
import { api, call, callAndStore, CallError, once, type Reply } from "../kit/net/api.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { fetchAllPages } from "../kit/net/fetch-pages.ts";
import {
  asScheduled,
  assignments,
  assignmentsById,
  type AssignmentShelf,
  details,
  homework,
  scheduled,
  shelf,
  withResponse,
} from "./state.ts";

export async function loadHomework(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.assignments.home.$get({}, { init: { signal } }));
  homework.store({ items: data, isWhole: true, seq });
}

export async function loadAssignments(
  of: AssignmentShelf["of"],
  signal: AbortSignal,
): Promise<void> {
  const { allResource, general, practice } = api.assignments;
  const source = of === "general" ? general : isStaff(store.get(meAtom)) ? allResource : practice;
  // The list is shown whole, so all of its parts are fetched.
  const { data: items, seq } = await fetchAllPages(
    ASSIGNMENTS_PER_PAGE,
    (from) => call(source.$get({ query: { from } }, { init: { signal } })),
  );
  assignments.store(assignmentsById(items, seq));
  shelf.store({ of, ids: items.map(({ _id }) => _id), seq });
}

function storeDetail({ data: assignment, seq }: Reply<Assignment>): void {
  details.store({ [assignment._id]: { assignment, seq } });
}

export async function loadAssignment(id: string, signal?: AbortSignal): Promise<Assignment> {
  const reply = await call(api.assignments[":id"].$get({ param: { id } }, { init: { signal } }));
  storeDetail(reply);
  return reply.data;
}

export async function loadScheduled(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.assignments.prepared.$get({}, { init: { signal } }));
  const items = data.flatMap((card) => asScheduled(card) ?? []);
  scheduled.store({ items, isWhole: true, seq });
}

function storeScheduled(reply: Reply<Assignment>): void {
  storeDetail(reply);
  const { data } = reply;
  scheduled.put(data._id, asScheduled(data));
}

export async function publishAssignment(id: string): Promise<void> {
  storeScheduled(await call(api.assignments[":id"].publish.$post({ param: { id } })));
}

export async function withdrawAssignment(id: string): Promise<void> {
  storeScheduled(await call(api.assignments[":id"].prepared.$delete({ param: { id } })));
}

export type GivenOutAs = typeof CLASS_DISTRIBUTION_TAGS[number];

/**
 * Gives a question out, or prepares it for a time. An optimistic update shows the new tag at once,
 * and the old one again if the call fails.
 */
export async function changeDistributionTag(
  card: AssignmentCard,
  json: DistributionInput,
): Promise<void> {
  const { distributionTag, appearsAt } = json;
  const show = (shown: AssignmentCard) =>
    assignments.edit(card._id, (known) => {
      // Another person may have changed it since: keep the newer version.
      if (known.item.version > shown.version) return known;
      return { ...known, item: { ...shown, responses: known.item.responses } };
    });
  const assignmentTag = ({ hw: "HW", cw: "CW", practice: "practice" } as const)[distributionTag];
  if (appearsAt === undefined) show({ ...card, distributionTag, assignmentTag });
  try {
    const request = api.assignments[":id"].distribution.$put({ param: { id: card._id }, json });
    storeScheduled(await call(request));
  } catch (error) {
    show(card);
    throw error;
  }
}

const STALE = "Your response was changed elsewhere in the meantime. Save again to replace it.";

export async function saveResponse(id: string, json: StatusInput): Promise<void> {
  const request = api.assignments[":id"].status.$put({ param: { id }, json });
  await callAndStore(request, ({ data }) => storeResponse(id, data)).catch((error) => {
    if (!(error instanceof CallError) || error.code !== "stale") throw error;
    throw new CallError(409, { msg: STALE, code: "stale" });
  });
}

function storeResponse(id: string, response: Response): void {
  details.edit(id, (known) => ({ ...known, assignment: withResponse(known.assignment, response) }));
}

export type NewQuestion = Parameters<typeof api.assignments.$post>[0]["form"];

export async function createAssignment(form: NewQuestion, key: string): Promise<Assignment> {
  return (await call(api.assignments.$post({ form }, once(key)))).data;
}

export async function editAssignment(id: string, json: EditInput): Promise<void> {
  await callAndStore(api.assignments[":id"].$put({ param: { id }, json }), storeScheduled);
}

export async function assignPersonally(
  id: string,
  json: AssignInput,
): Promise<void> {
  const request = api.assignments[":id"]["assign-personal"].$put({ param: { id }, json });
  await callAndStore(request, storeScheduled);
}

export async function setSolutionVisible(id: string, solutionVisible: boolean): Promise<void> {
  const json = { solutionVisible };
  storeDetail(
    await call(api.assignments[":id"]["solution-visibility"].$put({ param: { id }, json })),
  );
}

export async function searchStudents(search: string, signal: AbortSignal): Promise<Student[]> {
  const { data } = await call(
    api.users.students.$get({ query: { search } }, { init: { signal } }),
  );
  return data;
}
