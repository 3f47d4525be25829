import { pointerTokens } from "../contract/pointer.ts";

/** Marks by their steps. `*` is any one step. */
export interface MarkTree<Mark> {
  readonly mark: Mark | undefined;
  readonly named: ReadonlyMap<string, MarkTree<Mark>>;
  readonly any: MarkTree<Mark> | undefined;
}

interface Draft<Mark> {
  mark: Mark | undefined;
  readonly named: Map<string, Draft<Mark>>;
  any: Draft<Mark> | undefined;
}

export function markTree<Mark>(marks: Readonly<Record<string, Mark>>): MarkTree<Mark> {
  const root = leaf<Mark>();
  for (const [pointer, mark] of Object.entries(marks)) {
    let here = root;
    for (const step of pointerTokens(pointer)) here = below(here, step);
    here.mark = mark;
  }
  return root;
}

function leaf<Mark>(): Draft<Mark> {
  return { mark: undefined, named: new Map(), any: undefined };
}

function below<Mark>(tree: Draft<Mark>, step: string): Draft<Mark> {
  if (step === "*") {
    tree.any ??= leaf();
    return tree.any;
  }
  const known = tree.named.get(step);
  if (known !== undefined) return known;
  const made = leaf<Mark>();
  tree.named.set(step, made);
  return made;
}

/**
 * Returns what the longest fitting mark says, or undefined. `read` picks a part of a mark. Of two
 * marks of one length, the one that names a step beats `*`.
 */
export function longestMark<Mark, Part>(
  tree: MarkTree<Mark>,
  segments: readonly string[],
  read: (mark: Mark) => Part | undefined,
): Part | undefined {
  return find({ tree, at: 0, segments, read })?.part;
}

interface Search<Mark, Part> {
  readonly tree: MarkTree<Mark>;
  readonly at: number;
  readonly segments: readonly string[];
  readonly read: (mark: Mark) => Part | undefined;
}

interface Found<Part> {
  readonly part: Part;
  readonly length: number;
}

// Each tree is reached by one path only, so this looks at none twice.
function find<Mark, Part>(search: Search<Mark, Part>): Found<Part> | undefined {
  const { tree, at, segments } = search;
  const step = segments[at];
  if (step === undefined) return atEnd(search);
  const byName = findIn(tree.named.get(step), search);
  const byAny = findIn(tree.any, search);
  return longer(byName, byAny) ?? atEnd(search);
}

function findIn<Mark, Part>(
  tree: MarkTree<Mark> | undefined,
  search: Search<Mark, Part>,
): Found<Part> | undefined {
  return tree && find({ ...search, tree, at: search.at + 1 });
}

function longer<Part>(
  first: Found<Part> | undefined,
  second: Found<Part> | undefined,
): Found<Part> | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return first.length >= second.length ? first : second;
}

function atEnd<Mark, Part>({ tree, at, read }: Search<Mark, Part>): Found<Part> | undefined {
  const part = tree.mark === undefined ? undefined : read(tree.mark);
  return part === undefined ? undefined : { part, length: at };
}
