import {
  type Exact,
  isSame,
  parseExact,
  printExact,
} from "../../packages/console/src/pages/try/exact-json.ts";
import type { Part } from "../../packages/console/src/pages/try/layout.ts";
import type { SchemaSource, Spot } from "../../packages/console/src/pages/try/schema-merge.ts";
import {
  type Form,
  type FormOf,
  type Shape,
  shapeAt,
} from "../../packages/console/src/pages/try/shape.ts";
import { initialAt, shownIn, typedInto } from "../../packages/console/src/pages/try/typed.ts";

export function sourceFor(root: SchemaSource["root"]): SchemaSource {
  return { root, sensitive: new Set(), hosts: new Map() };
}

function exact(text: string): Exact {
  const parsed = parseExact(text);
  if (parsed.kind === "flawed") throw new Error(`${text}: ${JSON.stringify(parsed.flaw)}`);
  return parsed.value;
}

/** Reads a value back from what the controls of a part show. */
function readBack(part: Part): Exact | undefined {
  const { drawn, value } = part;
  if (drawn.kind === "choice") return readBack(drawn.part);
  if (drawn.kind === "json") return value && jsonBack(value);
  if (drawn.kind === "object") return membersBack(part, drawn.parts);
  if (drawn.kind === "list") {
    return { kind: "list", items: drawn.parts.flatMap((each) => readBack(each) ?? []) };
  }
  return drawn.kind === "null" ? { kind: "null" } : inputBack(part);
}

function membersBack({ value }: Part, parts: readonly Part[]): Exact {
  const read = new Map(parts.map((each) => [each.name, readBack(each)]));
  const members = value?.kind === "object" ? value.members : [];
  return {
    kind: "object",
    members: members.flatMap(([name]) => {
      const member = read.get(name);
      return member === undefined ? [] : [[name, member] as const];
    }),
  };
}

/** What a JSON editor shows, read again. */
function jsonBack(value: Exact): Exact {
  const text = printExact(value, "lines");
  const parsed = parseExact(text);
  return parsed.kind === "value" ? parsed.value : { kind: "unfinished", text };
}

function inputBack({ shape, value }: Part): Exact | undefined {
  if (value === undefined) return undefined;
  const text = byBrowser(shape, shownIn(shape, value));
  return typedInto(shape, text) ?? { kind: "unfinished", text: "" };
}

/** Browsers take line breaks out of a line, and write one of their kinds in an area. */
function byBrowser({ form, isSensitive }: Shape, text: string): string {
  const isArea = form.kind === "text" && form.form === "text" && !isSensitive;
  return isArea ? text.replaceAll(/\r\n?/g, "\n") : text.replaceAll(/[\r\n]/g, "");
}

const samples: Readonly<Partial<Record<Form["kind"], string>>> = {
  text: "Ada",
  number: "12345678901234567890",
  boolean: "true",
  options: "0",
};

const maxDepth = 4;

/** Fills in everything that a form offers, and leaves nothing out. */
export function filled(spot: Spot, source: SchemaSource, depth = 0): Exact {
  const shape = shapeAt(spot, source);
  const { form } = shape;
  const next = (below: Spot): Exact =>
    depth < maxDepth ? filled(below, source, depth + 1) : initialAt(below, source);
  if (form.kind === "object") return { kind: "object", members: membersFor(form, next) };
  if (form.kind === "list") return { kind: "list", items: itemsFor(form).map(next) };
  if (form.kind === "choice") return next(lastOf(form) ?? spot);
  if (form.kind === "json") return exact('{"z":1.0,"a":[null,9007199254740993]}');
  return sampleOf(shape) ?? initialAt(spot, source);
}

function sampleOf(shape: Shape): Exact | undefined {
  return typedInto(shape, samples[shape.form.kind] ?? "");
}

function itemsFor(form: FormOf<"list">): readonly Spot[] {
  return [...form.first, ...restOf(form)];
}

function lastOf({ alternatives }: FormOf<"choice">): Spot | undefined {
  return alternatives.at(-1)?.spot;
}

function restOf({ rest }: { readonly rest: Spot | undefined }): readonly Spot[] {
  return rest === undefined ? [] : [rest];
}

function membersFor(
  form: FormOf<"object">,
  next: (below: Spot) => Exact,
): readonly (readonly [string, Exact])[] {
  return [
    ...form.fields.map(({ name, spot }) => [name, next(spot)] as const),
    ...restOf(form).map((spot) => ["x/~ new", next(spot)] as const),
  ];
}

/** Puts the parts of a value in other places, so that they no longer fit. */
export function* misfits(value: Exact): Generator<Exact, void> {
  const others = ['"text\\r\\n"', "-0.10E+2", "true", "null", "[]", '{"10":1,"2":[{}]}'].map(exact);
  yield* others;
  if (value.kind !== "object") return;
  for (const [at] of value.members.entries()) {
    const other = others[at % others.length];
    const members = value.members.map(([name, member], index) =>
      index === at && other !== undefined ? ([name, other] as const) : ([name, member] as const),
    );
    yield { kind: "object", members: members.toReversed() };
  }
  yield { kind: "object", members: [["not in the schema", exact("[1,1.0]")], ...value.members] };
}

/** Tells whether nothing of a value is lost between the form and what it sends. */
export function survives(part: Part, value: Exact): boolean {
  return isSame(readBack(part), value);
}
