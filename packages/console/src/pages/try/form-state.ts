import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Path, pointerOf, valueIn, without, withValue } from "./exact-edit.ts";
import { type Exact, isFinished, type JsonFlaw, parseExact, printExact } from "./exact-json.ts";
import { fitOf } from "./fits.ts";
import { layOut, type Part } from "./layout.ts";
import type { SchemaSource, Spot } from "./schema-merge.ts";
import { shapeAt } from "./shape.ts";
import { initialArguments, initialAt, typedInto, unfinished } from "./typed.ts";

/** The JSON of the whole while it is typed. */
export interface WholeText {
  readonly text: string;
  /** Undefined for an object of JSON. */
  readonly flaw: JsonFlaw | undefined;
}

/** The arguments to fill in, as a form and as JSON. */
export class FormState {
  readonly source: SchemaSource;
  readonly #value: Signal<Exact>;
  readonly #choices = signal<ReadonlyMap<string, number>>(new Map());
  readonly #whole = signal<WholeText | undefined>(undefined);
  readonly #held = signal<string | undefined>(undefined);
  /** What was typed for alternatives that are not chosen any more. */
  readonly #kept = new Map<string, Exact>();
  readonly root: ReadonlySignal<Part>;
  /** The arguments as they would be sent. Undefined while something is not finished. */
  readonly text: ReadonlySignal<string | undefined>;

  constructor(source: SchemaSource) {
    this.source = source;
    this.#value = signal(initialArguments(source));
    this.root = computed(() =>
      layOut(this.#value.value, {
        source,
        choices: this.#choices.value,
        heldAsJson: this.#held.value,
      }),
    );
    this.text = computed(() => {
      const value = this.#value.value;
      const isWhole = this.#whole.value?.flaw === undefined;
      return isWhole && isFinished(value) ? printExact(value) : undefined;
    });
  }

  /** The JSON of the whole: as it was typed, or as the form makes it. */
  get whole(): WholeText {
    return this.#whole.value ?? wholeOf(printExact(this.#value.value, "lines"));
  }

  /** Puts a part, or leaves it out. */
  readonly put = (path: Path, part: Exact | undefined): void => {
    this.#keepChoices(path);
    this.#whole.value = undefined;
    if (part !== undefined) this.#value.value = withValue(this.#value.value, path, part);
    else if (path.length > 0) this.#remove(path);
  };

  /** Puts what was typed into a control. An item stays, also while nothing is in it. */
  readonly typeInto = ({ path, shape, isExtra }: Part, text: string): void =>
    this.put(path, typedInto(shape, text) ?? (isExtra ? unfinished : undefined));

  /** Puts what was typed as JSON for one part. */
  readonly typeJson = ({ path, isExtra }: Part, text: string): void => {
    const parsed = parseExact(text);
    const isNothing = text.trim() === "" && !isExtra && path.length > 0;
    if (isNothing) this.put(path, undefined);
    else this.put(path, parsed.kind === "value" ? parsed.value : { kind: "unfinished", text });
  };

  /** Keeps a part JSON while it is typed in. Undefined: none. */
  readonly hold = (pointer: string | undefined): void => {
    this.#held.value = pointer;
  };

  /** Takes the JSON of the whole. The form follows as soon as it is an object. */
  readonly typeWhole = (text: string): void => {
    const whole = wholeOf(text);
    this.#whole.value = whole;
    const parsed = parseExact(text);
    if (whole.flaw === undefined && parsed.kind === "value") this.#value.value = parsed.value;
  };

  /** Goes back to the last arguments that were an object. */
  readonly dropText = (): void => {
    this.#whole.value = undefined;
  };

  /** Chooses an alternative. What was typed for the others comes back with them. */
  readonly choose = (part: Part, index: number): void => {
    const { path, pointer, drawn, value, shape } = part;
    const spot = shape.form.kind === "choice" ? shape.form.alternatives[index]?.spot : undefined;
    if (spot === undefined) return;
    const before = drawn.kind === "choice" ? drawn.chosen : -1;
    if (value !== undefined) this.#kept.set(keyOf(pointer, before), value);
    this.put(path, this.#kept.get(keyOf(pointer, index)) ?? this.#takenOver(spot, value));
    this.#choices.value = new Map(this.#choices.value).set(pointer, index);
  };

  /** A value that fits another alternative goes on in it. */
  #takenOver(spot: Spot, value: Exact | undefined): Exact {
    const { source } = this;
    const fits = value !== undefined && fitOf(shapeAt(spot, source), value, { source }) === 2;
    return fits ? value : initialAt(spot, source);
  }

  /** Typing in an alternative must not make it look like another one. */
  #keepChoices(path: Path): void {
    const chosen = [...choicesOn(this.root.peek(), path)];
    if (chosen.length > 0) this.#choices.value = new Map([...this.#choices.value, ...chosen]);
  }

  #remove(path: Path): void {
    const value = this.#value.value;
    const above = path.slice(0, -1);
    if (valueIn(value, above)?.kind === "list") this.#forget(pointerOf(above));
    this.#value.value = without(value, path);
  }

  /** The items behind a removed one have other pointers now. */
  #forget(pointer: string): void {
    const isBelow = (key: string): boolean => key.startsWith(`${pointer}/`);
    for (const key of this.#kept.keys()) if (isBelow(key)) this.#kept.delete(key);
    const left = [...this.#choices.value].filter(([key]) => !isBelow(key));
    this.#choices.value = new Map(left);
  }
}

function keyOf(pointer: string, index: number): string {
  return `${pointer}/ ${index}`;
}

function* choicesOn(root: Part, path: Path): Generator<readonly [string, number], void> {
  let part: Part | undefined = root;
  while (part !== undefined) {
    const { drawn, pointer }: Part = part;
    if (drawn.kind === "choice") {
      yield [pointer, drawn.chosen];
      part = drawn.part;
    } else if (drawn.kind === "object" || drawn.kind === "list") {
      part = drawn.parts.find((each) => each.path.at(-1) === path[each.path.length - 1]);
    } else part = undefined;
  }
}

function wholeOf(text: string): WholeText {
  const parsed = parseExact(text);
  if (parsed.kind === "flawed") return { text, flaw: parsed.flaw };
  const isObject = parsed.value.kind === "object";
  return { text, flaw: isObject ? undefined : { line: 1, column: 1, expected: "an object" } };
}
