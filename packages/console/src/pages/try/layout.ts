import { type Path, pointerOf } from "./exact-edit.ts";
import { type Exact, isSame, type Member } from "./exact-json.ts";
import { bestOf, fitOf } from "./fits.ts";
import type { SchemaSource, Spot, Undrawn } from "./schema-merge.ts";
import { type FormOf, maxFields, type Shape, shapeAt } from "./shape.ts";

/** A place of the arguments and how it is drawn. */
export interface Part {
  readonly path: Path;
  readonly pointer: string;
  /** Undefined for the whole, for items and for the alternative of a choice. */
  readonly name: string | undefined;
  readonly shape: Shape;
  /** Undefined: it is not sent. */
  readonly value: Exact | undefined;
  readonly isRequired: boolean;
  /** A member that the schema does not name, or an item: it can be removed. */
  readonly isExtra: boolean;
  readonly drawn: Drawn;
}

export type Drawn =
  | { readonly kind: "unsent" | "null" | "input" }
  | { readonly kind: "object"; readonly parts: readonly Part[]; readonly form: FormOf<"object"> }
  | { readonly kind: "list"; readonly parts: readonly Part[]; readonly form: FormOf<"list"> }
  | {
      readonly kind: "choice";
      readonly form: FormOf<"choice">;
      readonly chosen: number;
      /** The value by the chosen alternative. */
      readonly part: Part;
    }
  | { readonly kind: "json"; readonly because: Undrawn };

export interface Layout {
  readonly source: SchemaSource;
  /** The alternatives that were chosen by hand, by pointer. */
  readonly choices: ReadonlyMap<string, number>;
  /** The part that is typed as JSON now. Default: none. */
  readonly heldAsJson?: string | undefined;
}

/** Draws arguments by a schema. Each value of them is in exactly one part. */
export function layOut(value: Exact, layout: Layout): Part {
  const spot = { schemas: [layout.source.root], above: [], isSensitive: false, hosts: [] };
  const drawing = new Drawing(layout);
  return drawing.partAt({ path: [], name: undefined, spot, value });
}

interface Place extends Partial<Pick<Part, "isRequired" | "isExtra">> {
  readonly path: Path;
  readonly name: string | undefined;
  readonly spot: Spot;
  readonly value: Exact | undefined;
}

class Drawing {
  readonly #layout: Layout;
  /** More fields than that hold up a browser. The rest is JSON. */
  #left = 2 * maxFields;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  partAt({ path, name, spot, value, isRequired = false, isExtra = false }: Place): Part {
    this.#left -= 1;
    const shape = shapeAt(spot, this.#layout.source);
    const pointer = pointerOf(path);
    const place = { path, pointer, name, shape, value, isRequired, isExtra };
    return { ...place, drawn: this.#drawn(place) };
  }

  #drawn(place: Omit<Part, "drawn">): Drawn {
    const { shape, value, pointer } = place;
    const { form, isNullable } = shape;
    if (pointer !== "" && pointer === this.#layout.heldAsJson) return otherValue;
    if (form.kind === "json") return { kind: "json", because: form.because };
    if (value === undefined) return { kind: "unsent" };
    if (value.kind === "null" && isNullable) return { kind: "null" };
    return this.#sent(place, value);
  }

  #sent(place: Omit<Part, "drawn">, value: Exact): Drawn {
    const { form } = place.shape;
    if (form.kind === "object") return this.#object(place, form, value);
    if (form.kind === "list") return this.#list(place, form, value);
    if (form.kind === "choice") return this.#choice(place, form, value);
    return isTypable(place.shape, value) ? { kind: "input" } : otherValue;
  }

  #object({ path }: Omit<Part, "drawn">, form: FormOf<"object">, value: Exact): Drawn {
    if (value.kind !== "object") return otherValue;
    const { fields, rest } = form;
    const given = new Map<string, Exact>(value.members);
    const extra = value.members.filter(([name]) => !fields.some((field) => field.name === name));
    if (this.#left < fields.length + extra.length) return tooMany;
    const named = fields.map(({ name, spot, isRequired }) =>
      this.partAt({ path: [...path, name], name, spot, value: given.get(name), isRequired }),
    );
    const others = extra.map(([name, member]: Member) =>
      this.partAt({
        path: [...path, name],
        name,
        spot: rest ?? anything,
        value: member,
        isExtra: true,
      }),
    );
    return { kind: "object", parts: [...named, ...others], form };
  }

  #list({ path }: Omit<Part, "drawn">, form: FormOf<"list">, value: Exact): Drawn {
    if (value.kind !== "list") return otherValue;
    const { first, rest = anything } = form;
    const { items } = value;
    if (this.#left < items.length || items.length > maxFields) return tooMany;
    const parts = items.map((item, index) =>
      this.partAt({
        path: [...path, index],
        name: undefined,
        spot: first[index] ?? rest,
        value: item,
        isExtra: true,
      }),
    );
    return { kind: "list", parts, form };
  }

  #choice(place: Omit<Part, "drawn">, form: FormOf<"choice">, value: Exact): Drawn {
    const { alternatives } = form;
    const { path, pointer, name, isExtra } = place;
    const chosen = this.#chosen(pointer, alternatives, value);
    const alternative = alternatives[chosen];
    if (alternative === undefined) return otherValue;
    const part = this.partAt({ path, name, spot: alternative.spot, value, isExtra });
    return { kind: "choice", form, chosen, part };
  }

  /** A choice by hand stays, unless the value was replaced by one that it cannot be for. */
  #chosen(pointer: string, alternatives: FormOf<"choice">["alternatives"], value: Exact): number {
    const { choices, source } = this.#layout;
    const byHand = choices.get(pointer);
    const alternative = byHand === undefined ? undefined : alternatives[byHand];
    if (byHand !== undefined && alternative !== undefined) {
      if (fitOf(shapeAt(alternative.spot, source), value, { source }) > 0) return byHand;
    }
    return bestOf(alternatives, value, source);
  }
}

const otherValue: Drawn = { kind: "json", because: "value" };
const tooMany: Drawn = { kind: "json", because: "many" };
const anything: Spot = { schemas: [true], above: [], isSensitive: false, hosts: [] };

/** Tells whether a control can show a value and give it back unchanged. */
function isTypable({ form, isSensitive }: Shape, value: Exact): boolean {
  if (form.kind === "text") {
    return value.kind === "text" && isShown(value.value, isSensitive ? "line" : form.form);
  }
  if (value.kind === "unfinished") return true;
  if (form.kind === "options") return form.options.some((option) => isSame(option.value, value));
  return value.kind === form.kind;
}

/** Browsers take line breaks out of a line, and carriage returns out of an area. */
function isShown(text: string, form: string): boolean {
  const lost = form === "text" ? /\r/ : /[\r\n]/;
  return text.isWellFormed() && !lost.test(text);
}
