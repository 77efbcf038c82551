/** The calls about sections. */
import type {
  EditSectionInput,
  MembersInput,
  Section,
  SectionInput,
} from "../../server/sections/schema.ts";
import { markStale } from "../kit/data/live-query.ts";
import { api, call, callAndStore, once, type Reply } from "../kit/net/api.ts";
import { accounts } from "../people/state.ts";
import { sections } from "./state.ts";

export async function loadSections(signal: AbortSignal): Promise<void> {
  sections.storeWhole(await call(api.sections.$get({}, { init: { signal } })));
}

const storeSection = (reply: Reply<Section>): void => sections.applyOwn("section.changed", reply);

export async function makeSection(json: SectionInput, key: string): Promise<void> {
  storeSection(await call(api.sections.$post({ json }, once(key))));
}

/** @throws CallError 409 `stale`, after the newer version in the reply was stored */
export async function renameSection(id: string, json: EditSectionInput): Promise<void> {
  await callAndStore(api.sections[":id"].$put({ param: { id }, json }), storeSection);
}

export async function deleteSection(id: string): Promise<void> {
  const { seq } = await call(api.sections[":id"].$delete({ param: { id } }));
  sections.applyOwn("section.changed", { data: { _id: id, removed: true }, seq });
  accounts.edit(markStale);
}

/** Puts people in and out. The list of accounts says who is in which section. */
export async function changeMembers(id: string, json: MembersInput): Promise<void> {
  storeSection(await call(api.sections[":id"].members.$put({ param: { id }, json })));
  accounts.edit(markStale);
}
