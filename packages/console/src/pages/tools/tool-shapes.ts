import { list, map, nullable, number, object, type Read, text } from "../../api/decode.ts";
import type { JsonMembers } from "../../ui/json.ts";
import {
  type ClauseCount,
  type Explanation,
  explanation as readExplanation,
} from "./explanation-shapes.ts";
import {
  type Decision,
  decision,
  type LockEntry,
  lockEntry,
  rowMembers,
  type ToolRow,
} from "./shapes.ts";

/** Reads an object that is shown as it is. */
const members: Read<JsonMembers> = (value, at) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${at} is not an object`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of a parsed answer is JSON
  return value as JsonMembers;
};

/** One tool with its contract and all that applies to it. */
export interface Tool extends ToolRow {
  readonly description: string;
  readonly contract: {
    readonly digest: string;
    readonly lockDigest: string;
    /** Null if it is too large for a review. */
    readonly received: JsonMembers | null;
    readonly presented: JsonMembers | null;
  };
  readonly lock: LockEntry | null;
  readonly decision: Decision | null;
  readonly explanation: Explanation;
  /** The rules of the findings, by their ids. */
  readonly rules: ReadonlyMap<string, { readonly summary: string; readonly why: string }>;
  readonly counts: readonly ClauseCount[];
}

export const toolAnswer: Read<Tool> = object<Tool>({
  ...rowMembers,
  description: text,
  contract: object({
    digest: text,
    lockDigest: text,
    received: nullable(members),
    presented: nullable(members),
  }),
  lock: nullable(lockEntry),
  decision: nullable(decision),
  explanation: readExplanation,
  rules: map(object({ summary: text, why: text })),
  counts: list(object<ClauseCount>({ clause: text, checked: number, broken: number })),
});
