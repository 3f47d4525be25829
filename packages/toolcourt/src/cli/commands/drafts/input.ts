import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedDrafts } from "@toolcourt/gateway/internal/compose/operator-stores";
import type { SeenDraft } from "@toolcourt/gateway/internal/http-tools/drafts/drafts";
import type { ImportAsked } from "@toolcourt/gateway/internal/http-tools/drafts/import-into";
import {
  discoveryTiers,
  forDiscovery,
} from "@toolcourt/gateway/internal/http-tools/operations/discovery-draft";
import type { OpenedInput } from "../../actions.ts";
import {
  type CommandContext,
  choiceFlag,
  configFlag,
  jsonFlag,
  switchFlag,
  textFlag,
  usage,
} from "../../command.ts";

const states = ["pending", "approved", "rejected"] as const;

export const draftsFlags = {
  config: configFlag,
  into: textFlag("set", "The set of HTTP tools that drafts belong to"),
  source: textFlag("name", "The source of drafts.sources that is asked (find, import)"),
  tier: choiceFlag("tier", discoveryTiers, "The tier of drafts for a discovery set (find, import)"),
  json: jsonFlag,
  full: switchFlag("Show values of more than 500 characters whole"),
  file: textFlag("file", "The edited draft, instead of an editor (edit)"),
  digest: textFlag("digits", "The digest that was shown"),
  state: choiceFlag("state", states, "List only drafts in this state"),
} as const;

export type DraftsFlags = typeof draftsFlags;
export type DraftsInput = OpenedInput<DraftsFlags, OpenedDrafts>;

/** Finds a draft by set and name, or by a name unique among sets. */
export async function findDraft(input: DraftsInput): Promise<SeenDraft> {
  const { seen, label } = await find(input);
  if (seen === "damaged") throw new Refusal("draft-damaged", { draft: label });
  return seen;
}

/** Finds the draft to edit. With a complete new text, the existing one need not be readable. */
export async function findToEdit(
  input: DraftsInput,
): Promise<DraftKey & { readonly seen?: SeenDraft }> {
  const { seen, label, key } = await find(input);
  if (seen !== "damaged") return { ...key, seen };
  if (input.values.file === undefined) throw new Refusal("draft-damaged", { draft: label });
  return key;
}

interface DraftKey {
  readonly set: string;
  readonly name: string;
}

interface Found {
  readonly key: DraftKey;
  readonly seen: SeenDraft | "damaged";
  readonly label: string;
}

async function find(input: DraftsInput): Promise<Found> {
  const { set, name } = await keyOf(input);
  const seen = await input.opened.drafts.show(set, name);
  const label = `${printable(cut(set))}/${printable(cut(name))}`;
  if (seen === undefined) throw notFound(`There is no draft ${label}.`);
  return { key: { set, name }, seen, label };
}

async function keyOf({ what, values: { into }, opened }: DraftsInput): Promise<DraftKey> {
  if (what === "") throw usage("Name the draft: <set>/<name>.");
  const at = what.indexOf("/");
  if (at > 0) return { set: what.slice(0, at), name: what.slice(at + 1) };
  if (into !== undefined) return { set: into, name: what };
  const [only, ...others] = (await opened.drafts.list({})).filter(({ name }) => name === what);
  const shown = printable(cut(what));
  if (only === undefined) throw notFound(`There is no draft named ${shown}.`);
  if (others.length > 0)
    throw usage(`Several sets have a draft named ${shown}: write <set>/<name>.`);
  return only;
}

/** Set names appear in addresses and before a slash. */
const setForm = /^[\w.-]{1,64}$/;

export function setIn({ values: { into }, what }: Pick<DraftsInput, "values" | "what">): string {
  if (what === "") throw usage("Name the file.");
  if (into === undefined) throw usage("Name the set of the tools with --into.");
  return setNamed(into);
}

export function setNamed(into: string): string {
  if (!setForm.test(into)) {
    throw usage("Name a set with at most 64 letters, digits, dots, dashes and underscores.");
  }
  return into;
}

/** Returns how drafts are adapted to a set: one for discovery needs the fields of discovery. */
export function adapterOf(
  { tier }: DraftsInput["values"],
  { isDiscovery }: OpenedDrafts,
  set: string,
): Pick<ImportAsked, "adapt"> {
  if (!isDiscovery(set)) {
    if (tier === undefined) return {};
    throw usage(`--tier is for sets with the profile cloud-discovery; ${printable(set)} is none.`);
  }
  if (tier === undefined) {
    throw usage(
      `${printable(set)} is a set for discovery: name the tier of its tools with --tier.`,
    );
  }
  return { adapt: (draft) => forDiscovery(draft, tier) };
}

/** Warns that approved drafts of an unused set have no effect. */
export function warnUnused(
  set: string,
  { served }: OpenedDrafts,
  { terminal }: CommandContext,
): void {
  if (served.includes(set)) return;
  terminal.err(
    `The configuration has no set of HTTP tools named ${printable(set)} with \`drafts: true\`.`,
  );
}

function notFound(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt drafts list" });
}
