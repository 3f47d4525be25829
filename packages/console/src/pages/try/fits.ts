import { type Exact, isSame } from "./exact-json.ts";
import type { SchemaSource, Spot } from "./schema-merge.ts";
import { type Field, type Form, type FormOf, type Shape, shapeAt } from "./shape.ts";

/**
 * How well a value fits: not at all, by its form, or as far as can be seen. The gate judges: this
 * only chooses what is drawn.
 */
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
  const [whole, partly] = [fits.indexOf(2), fits.indexOf(1)];
  return whole === -1 ? partly : whole;
}

interface Looking {
  readonly source: SchemaSource;
  /** How deep the value lies. Default: 0. */
  readonly depth?: number;
}

/** Tells how well a value fits a shape. */
export function fitOf({ form, isNullable }: Shape, value: Exact, looking: Looking): Fit {
  if (value.kind === "unfinished") return 1;
  if (value.kind === "null" && isNullable) return 2;
  return fitOfForm(form, value, looking);
}

function fitOfForm(form: Form, value: Exact, looking: Looking): Fit {
  if (form.kind === "json") return 1;
  if (form.kind === "number") return fitOfNumber(form, value);
  if (form.kind === "options") return fitOfOptions(form, value);
  if (form.kind === "choice") return fitOfChoice(form, value, looking);
  if (form.kind === "object") return fitOfObject(form, value, looking);
  return value.kind === form.kind ? 2 : 0;
}

function fitOfOptions({ options }: FormOf<"options">, value: Exact): Fit {
  return options.some((option) => isSame(option.value, value)) ? 2 : 0;
}

function fitOfNumber({ isInteger }: FormOf<"number">, value: Exact): Fit {
  if (value.kind !== "number") return 0;
  return isInteger && !/^-?\d+$/.test(value.text) ? 1 : 2;
}

function fitOfChoice(
  { alternatives }: FormOf<"choice">,
  value: Exact,
  { source, depth = 0 }: Looking,
): Fit {
  if (depth >= maxDepth) return 1;
  const deeper = { source, depth: depth + 1 };
  const fits = alternatives.map(({ spot }) => fitOf(shapeAt(spot, source), value, deeper));
  if (fits.includes(2)) return 2;
  return fits.includes(1) ? 1 : 0;
}

function fitOfObject(
  { fields, rest }: FormOf<"object">,
  value: Exact,
  { source, depth = 0 }: Looking,
): Fit {
  if (value.kind !== "object") return 0;
  if (depth >= maxDepth) return 1;
  const given = new Map(value.members);
  const fits = ({ name, spot, isRequired }: Field): boolean => {
    const member = given.get(name);
    if (member === undefined) return !isRequired;
    return fitOf(shapeAt(spot, source), member, { source, depth: depth + 1 }) === 2;
  };
  const names = new Set(fields.map(({ name }) => name));
  const isKnown = rest !== undefined || value.members.every(([name]) => names.has(name));
  return isKnown && fields.every(fits) ? 2 : 1;
}
