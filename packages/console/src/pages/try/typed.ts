import { type Exact, emptyObject, isSame, nothing, numberForm, textOf } from "./exact-json.ts";
import type { SchemaSource, Spot } from "./schema-merge.ts";
import { type Form, type Shape, shapeAt } from "./shape.ts";

/** Returns what a control shows for a value. An option is shown as its number. */
export function shownIn({ form }: Pick<Shape, "form">, value: Exact): string {
  if (form.kind === "options") {
    const at = form.options.findIndex((option) => isSame(option.value, value));
    return at === -1 ? "" : String(at);
  }
  switch (value.kind) {
    case "text":
      return value.value;
    case "number":
    case "unfinished":
      return value.text;
    case "boolean":
      return String(value.value);
    default:
      return "";
  }
}

/** Returns what was typed into a control, or chosen. Undefined: nothing is sent. */
export function typedInto({ form }: Pick<Shape, "form">, text: string): Exact | undefined {
  switch (form.kind) {
    case "text":
      return textOf(text);
    case "number":
      return typedNumber(text.trim());
    case "boolean":
      return text === "" ? undefined : { kind: "boolean", value: text === "true" };
    case "options":
      return text === "" ? undefined : form.options[Number(text)]?.value;
    default:
      return undefined;
  }
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
  switch (form.kind) {
    case "text":
      return textOf("");
    case "list":
      return { kind: "list", items: [] };
    case "object":
      return { kind: "object", members: fixedMembers(form, source) };
    case "options":
      return fixedIn(form) ?? unfinished;
    case "choice": {
      const [first] = form.alternatives;
      return first === undefined ? nothing : initialAt(first.spot, source);
    }
    default:
      return unfinished;
  }
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
