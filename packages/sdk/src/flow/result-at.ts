import type { ToolContract } from "../contract/contract.ts";
import type { FieldOrigin, ResultMark, Sensitivity } from "../contract/flow.ts";
import { idKind } from "./guess-kind.ts";
import { longestMark, type MarkTree } from "./mark-tree.ts";
import type { Field } from "./schema-fields.ts";
import { walkTo } from "./walk.ts";

/** Where the value of a result comes from. */
export interface ResultFlow {
  readonly origin: FieldOrigin;
  /** Default: by the form of the value. */
  readonly kind: string | undefined;
  readonly sensitivity: Sensitivity | undefined;
  /** Whether the contract states the origin. */
  readonly isDeclared: boolean;
}

/** Steps are those of a JSON pointer, unescaped. */
export type ResultAt = (segments: readonly string[]) => ResultFlow;

/** Creates the lookup of results: marks before keywords of schemas. */
export function createResultAt(
  { name }: ToolContract,
  root: Field,
  marks: MarkTree<ResultMark>,
): ResultAt {
  const guess = createIdKinds(name);
  return (segments) => {
    const { length, field, statement: said } = walkTo(root, segments, noGuess);
    const mark = longestMark(marks, segments, (each) => each);
    const origin = longestMark(marks, segments, (each) => each.origin) ?? said.origin;
    const isDescribed = length === segments.length;
    return {
      origin: origin ?? "third-party",
      kind: mark?.kind ?? said.kind ?? guess(isDescribed ? field : namesIn(segments)),
      sensitivity: longestMark(marks, segments, (each) => each.sensitivity) ?? said.sensitivity,
      isDeclared: origin !== undefined,
    };
  };
}

type Names = Pick<Field, "name" | "owner">;

function namesIn(segments: readonly string[]): Names {
  const names = segments.filter((segment) => !/^\d+$/.test(segment));
  return { name: names.at(-1) ?? "", owner: names.at(-2) ?? "" };
}

function createIdKinds(tool: string): (names: Names) => string | undefined {
  const kinds = new Map<string, string | undefined>();
  return ({ name, owner }) => {
    const key = `${owner}/${name}`;
    if (kinds.has(key)) return kinds.get(key);
    const kind = idKind(name, owner, tool);
    if (kinds.size < maxKinds) kinds.set(key, kind);
    return kind;
  };
}

const noGuess = (): undefined => undefined;

/** The keys of results are endless. */
const maxKinds = 1_000;
