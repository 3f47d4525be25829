import { type Exact, isSame } from "./exact-json.ts";
import type { SchemaSource, Spot } from "./schema-merge.ts";
import { type Field, type Form, type Shape, shapeAt } from "./shape.ts";

/** How well a value fits. The gate judges: this only chooses what is drawn. */
type Fit = 0 | 1 | 2;

/** Deeper parts tell alternatives apart in no schema that was seen. */
const maxDepth = 3;

/** Returns the alternative that a value was probably made for. -1 if it is for none. */
export function bestOf(
  alternatives: readonly { readonly spot: Spot }[],
  value: Exact,
  source: SchemaSource,
): number {
  const fits = alternatives.map(({ spot }) => fitOf(shapeAt(spot, source), value, { source }));
  const best = Math.max(0, ...fits);
  return best === 0 ? -1 : fits.indexOf(best as Fit);
}

interface Looking {
  readonly source: SchemaSource;
  readonly depth?: number;
}

/** Tells how well a value fits a shape: not at all, by its form, or as far as can be seen. */
export function fitOf({ form, isNullable }: Shape, value: Exact, looking: Looking): Fit {
  if (value.kind === "unfinished") return 1;
  if (value.kind === "null" && isNullable) return 2;
  switch (form.kind) {
    case "json":
      return 1;
    case "text":
    case "boolean":
    case "list":
      return value.kind === form.kind ? 2 : 0;
    case "number":
      return fitOfNumber(form, value);
    case "options":
      return form.options.some((option) => isSame(option.value, value)) ? 2 : 0;
    case "choice":
      return fitOfChoice(form, value, looking);
    case "object":
      return value.kind === "object" ? fitOfMembers(form, value, looking) : 0;
  }
}

function fitOfNumber({ isInteger }: Extract<Form, { kind: "number" }>, value: Exact): Fit {
  if (value.kind !== "number") return 0;
  return isInteger && !/^-?\d+$/.test(value.text) ? 1 : 2;
}

function fitOfChoice(
  { alternatives }: Extract<Form, { kind: "choice" }>,
  value: Exact,
  { source, depth = 0 }: Looking,
): Fit {
  if (depth >= maxDepth) return 1;
  const fits = alternatives.map(({ spot }) =>
    fitOf(shapeAt(spot, source), value, { source, depth: depth + 1 }),
  );
  return fits.includes(2) ? 2 : fits.includes(1) ? 1 : 0;
}

type ObjectForm = Extract<Form, { kind: "object" }>;
type ObjectValue = Extract<Exact, { kind: "object" }>;

function fitOfMembers(
  { fields, rest }: ObjectForm,
  { members }: ObjectValue,
  { source, depth = 0 }: Looking,
): Fit {
  if (depth >= maxDepth) return 1;
  const given = new Map(members);
  const fitOfField = ({ name, spot, isRequired }: Field): Fit => {
    const value = given.get(name);
    if (value === undefined) return isRequired ? 1 : 2;
    return fitOf(shapeAt(spot, source), value, { source, depth: depth + 1 });
  };
  const names = new Set(fields.map(({ name }) => name));
  const isKnown = rest !== undefined || members.every(([name]) => names.has(name));
  const isWhole = isKnown && fields.every((field) => fitOfField(field) === 2);
  return isWhole ? 2 : 1;
}
