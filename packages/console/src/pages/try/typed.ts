import { type Exact, emptyObject, isSame, numberForm, textOf } from "./exact-json.ts";
import type { SchemaSource, Spot } from "./schema-merge.ts";
import { type Form, type Shape, shapeAt } from "./shape.ts";

/** Returns what a control shows for a value. An option is shown as its number. */
export function shownIn({ form }: Pick<Shape, "form">, value: Exact): string {
  if (form.kind === "options") {
    const at = form.options.findIndex((option) => isSame(option.value, value));
    return at === -1 ? "" : String(at);
  }
  if (value.kind === "text" || value.kind === "boolean") return String(value.value);
  return value.kind === "number" || value.kind === "unfinished" ? value.text : "";
}

/** Returns what was typed into a control, or chosen. Undefined: nothing is sent. */
export function typedInto({ form }: Pick<Shape, "form">, text: string): Exact | undefined {
  if (form.kind === "text") return textOf(text);
  if (form.kind === "number") return typedNumber(text.trim());
  if (text === "") return undefined;
  if (form.kind === "boolean") return { kind: "boolean", value: text === "true" };
  return form.kind === "options" ? form.options[Number(text)]?.value : undefined;
}

function typedNumber(text: string): Exact | undefined {
  if (text === "") return undefined;
  return { kind: numberForm.test(text) ? "number" : "unfinished", text };
}

export const unfinished: Exact = { kind: "unfinished", text: "" };

/** Returns what a part begins with once it is sent. */
export function initialAt(spot: Spot, source: SchemaSource): Exact {
  return initialOf(shapeAt(spot, source).form, source);
}

/** Returns what a form of values begins with. */
export function initialOf(form: Form, source: SchemaSource): Exact {
  if (form.kind === "text") return textOf("");
  if (form.kind === "list") return { kind: "list", items: [] };
  if (form.kind === "object") return { kind: "object", members: fixedMembers(form, source) };
  if (form.kind === "options") return fixedIn(form) ?? unfinished;
  const first = form.kind === "choice" ? form.alternatives[0] : undefined;
  return first === undefined ? unfinished : initialAt(first.spot, source);
}

/** The members that must be there and can only have one value. They tell alternatives apart. */
function fixedMembers(
  { fields }: Extract<Form, { kind: "object" }>,
  source: SchemaSource,
): readonly (readonly [string, Exact])[] {
  return fields.flatMap(({ name, spot, isRequired }) => {
    const { form } = shapeAt(spot, source);
    const fixed = isRequired && form.kind === "options" ? fixedIn(form) : undefined;
    return fixed === undefined ? [] : [[name, fixed] as const];
  });
}

function fixedIn({ options }: Extract<Form, { kind: "options" }>): Exact | undefined {
  const [only, other] = options;
  return other === undefined ? only?.value : undefined;
}

/** Returns the arguments that a form begins with. */
export function initialArguments(source: SchemaSource): Exact {
  const root = { schemas: [source.root], above: [], isSensitive: false, hosts: [] };
  const initial = initialAt(root, source);
  return initial.kind === "object" ? initial : emptyObject;
}
