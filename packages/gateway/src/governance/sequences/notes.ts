import type { Sequence } from "../policy/sequence.ts";
import { resultField } from "../policy/sequence-schema.ts";
import type { Selection } from "./demands.ts";
import { namedBy, ownCallsOf } from "./past-calls.ts";

/** A field of calls that statements compare or add up later. */
export interface Note {
  /** A pattern of tools. */
  readonly tool: string;
  /** Such as `args.id` or `result.total`. */
  readonly key: string;
  readonly as: "number" | "fingerprint";
}

/** A note, and the calls that it is of. */
export interface WantedNote {
  readonly notes: readonly Note[];
  readonly key: string;
  readonly as: Note["as"];
  readonly of: Selection;
}

/** Compiles what a statement needs of earlier calls. */
export function notesOf(sequence: Sequence): readonly WantedNote[] {
  const { total, equals = {}, after, not_after, tools = ["*"] } = sequence.entry;
  const fields = Object.values(equals).map(resultField);
  return [
    ...[total]
      .filter((each) => each !== undefined)
      .map(({ of: key }) => ({
        notes: tools.map((tool) => ({ tool, key, as: "number" as const })),
        key,
        as: "number" as const,
        of: { selects: ownCallsOf(sequence), isOwn: true },
      })),
    ...fields.filter((each) => each !== undefined).map(({ tool, key }) => toCompare(tool, key)),
    ...[after, not_after].flatMap((each) => {
      const { tool, same = [] } = each ?? {};
      return tool === undefined ? [] : same.map((key) => toCompare(tool, key));
    }),
  ];
}

function toCompare(tool: string, key: string): WantedNote {
  const as = "fingerprint";
  return { notes: [{ tool, key, as }], key, as, of: { selects: namedBy(tool), isOwn: false } };
}
