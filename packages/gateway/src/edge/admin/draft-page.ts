import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { summaryJson } from "../../http-tools/drafts/draft-json.ts";
import type { DraftSummary, Drafts } from "../../http-tools/drafts/drafts.ts";

const usualMost = 100;
const mostListed = 1_000;
const states = ["pending", "approved", "rejected"] as const;

interface Wish {
  readonly set?: string;
  readonly state?: DraftSummary["state"];
  readonly most?: number;
  /** Set and name of the last item shown. Default: start of the list. */
  readonly behind?: string;
}

/** Returns the requested page of the list. */
export async function draftPage(query: string, { list }: Drafts): Promise<JsonObject> {
  const { set, state, most = usualMost, behind } = wishIn(query);
  const all = await list({ ...(set && { set }), ...(state && { state }) });
  // The last item shown may have changed its state, and so left this list.
  const rest = behind === undefined ? all : all.filter((each) => isBehind(each, behind));
  const shown = rest.slice(0, most);
  const last = shown.at(-1);
  const isMore = rest.length > most && last !== undefined;
  return { drafts: shown.map(summaryJson), ...(isMore && { next: keyOf(last) }) };
}

/** Uses the order of the stores: by the bytes of the set, then of the name. */
function isBehind({ set, name }: DraftSummary, behind: string): boolean {
  const at = behind.indexOf("/");
  return (compare(set, behind.slice(0, at)) || compare(name, behind.slice(at + 1))) > 0;
}

function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function keyOf({ set, name }: DraftSummary): string {
  return `${set}/${name}`;
}

/** Refuses unknown and repeated keys. */
function wishIn(query: string): Wish {
  const seen = new Set<string>();
  let wish: Wish = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const next = seen.has(key) ? undefined : wishes.get(key)?.(value);
    if (next === undefined) throw new Refusal("request-invalid", { because: "query" });
    seen.add(key);
    wish = { ...wish, ...next };
  }
  return wish;
}

const wishes: ReadonlyMap<string, (value: string) => Wish | undefined> = new Map<
  string,
  (value: string) => Wish | undefined
>([
  ["set", (set) => (set === "" ? undefined : { set })],
  [
    "state",
    (value) => {
      const state = states.find((each) => each === value);
      return state && { state };
    },
  ],
  [
    "limit",
    (value) => {
      const most = /^\d{1,4}$/.test(value) ? Number(value) : 0;
      return most >= 1 && most <= mostListed ? { most } : undefined;
    },
  ],
  ["cursor", (behind) => (/^[^/]+\/./s.test(behind) ? { behind } : undefined)],
]);
