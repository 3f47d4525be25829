import { openSecret, type Secret } from "../secrets/secret.ts";
import { FormIndex } from "./form-index.ts";
import { formsOf, SecretNumbers, secretsOf } from "./secret-forms.ts";
import { type RedactedSpans, redactSpans, type Span } from "./spans.ts";
import { type Rewritten, unescape } from "./unescape.ts";

/** A held secret and its forms. */
interface Held {
  holders: number;
  readonly forms: readonly string[];
}

/** All live secrets. The only place that knows how they look in a text. */
export class SecretRegistry {
  readonly #held = new Map<string, Held>();
  readonly #index = new FormIndex();
  readonly #numbers = new SecretNumbers();
  readonly numbers: Pick<SecretNumbers, "isEmpty" | "has"> = this.#numbers;
  #taken = 0;

  /** How many secrets were ever added. A text that was clean at one count may not be at another. */
  get taken(): number {
    return this.#taken;
  }

  /** Redacts this secret until the returned hold is disposed. Reference-counted. */
  hold(secret: Secret): Disposable {
    return this.holdValue(openSecret(secret));
  }

  /** The same for a value that was never a `Secret`, such as one from the configuration. */
  holdValue(value: string): Disposable {
    this.#take(value);
    const shown = secretsOf(value);
    for (const each of shown) this.#numbers.add(each);
    return once(() => {
      this.#letGo(value);
      for (const each of shown) this.#numbers.remove(each);
    });
  }

  /** The same for texts only: a number with these digits may well be something else. */
  holdText(value: string): Disposable {
    this.#take(value);
    return once(() => this.#letGo(value));
  }

  /** Positions of secrets in a text, ordered by start. */
  find(text: string): readonly Span[] {
    return this.#held.size === 0 ? [] : findIn(text, this.#index);
  }

  hide(text: string): RedactedSpans {
    return redactSpans(text, this.find(text));
  }

  #take(value: string): void {
    const known = this.#held.get(value);
    if (known !== undefined) {
      known.holders += 1;
      return;
    }
    this.#taken += 1;
    const forms = formsOf(value);
    this.#held.set(value, { holders: 1, forms });
    for (const form of forms) this.#index.add(form);
  }

  #letGo(value: string): void {
    const known = this.#held.get(value);
    if (known === undefined) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    this.#held.delete(value);
    for (const form of known.forms) this.#index.remove(form);
  }
}

/** Escapes of escapes are read so deep. */
const maxEscapings = 3;

/** Also finds forms wrapped across lines, and forms with any of their characters escaped. */
function findIn(text: string, index: FormIndex): readonly Span[] {
  const spans = [
    ...index.find(text),
    ...findRewritten(unwrapLines(text), index),
    ...findEscaped(text, index, maxEscapings),
  ];
  return spans.toSorted((a, b) => a.start - b.start);
}

function findEscaped(text: string, index: FormIndex, depth: number): readonly Span[] {
  const plain = depth === 0 ? undefined : unescape(text);
  if (plain === undefined) return [];
  const deeper = findEscaped(plain.text, index, depth - 1).map(plain.original);
  return [...findRewritten(plain, index), ...deeper];
}

function findRewritten(rewritten: Rewritten | undefined, index: FormIndex): readonly Span[] {
  return rewritten === undefined ? [] : index.find(rewritten.text).map(rewritten.original);
}

function once(letGo: () => void): Disposable {
  let isHeld = true;
  return {
    [Symbol.dispose]: () => {
      if (isHeld) letGo();
      isHeld = false;
    },
  };
}

/** Encoders wrap lines at 64 or 76 characters, and such lines hold only encoded data. */
const minLineLength = 40;
const carriageReturn = 13;
const isOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Removes line breaks inside encoded data such as base64. Undefined if there are none. */
function unwrapLines(text: string): Rewritten | undefined {
  const breaks = breaksIn(text);
  if (breaks.length === 0) return undefined;
  let joined = "";
  let from = 0;
  /** Start of each piece in the joined text, and the number of characters removed before it. */
  const pieces: { readonly start: number; readonly before: number }[] = [];
  for (const { start, end } of [...breaks, { start: text.length, end: text.length }]) {
    pieces.push({ start: joined.length, before: from - joined.length });
    joined += text.slice(from, start);
    from = end;
  }
  const originalOf = (at: number): number => at + (pieces[pieceAt(pieces, at)]?.before ?? 0);
  return {
    text: joined,
    original: ({ start, end }) => ({ start: originalOf(start), end: originalOf(end - 1) + 1 }),
  };
}

function breaksIn(text: string): readonly Span[] {
  const breaks: Span[] = [];
  for (let at = text.indexOf("\n", minLineLength); at !== -1; at = text.indexOf("\n", at + 1)) {
    const start = text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
    if (isCode(text, at + 1) && endsLine(text, start)) breaks.push({ start, end: at + 1 });
  }
  return breaks;
}

function endsLine(text: string, end: number): boolean {
  let at = end - 1;
  while (at >= end - minLineLength && isCode(text, at)) at -= 1;
  return at < end - minLineLength;
}

function isCode(text: string, at: number): boolean {
  return isOfCode[text.charCodeAt(at)] === 1;
}

/** Returns the last piece that starts at or before this position. */
function pieceAt(pieces: readonly { readonly start: number }[], at: number): number {
  let from = 0;
  let until = pieces.length;
  while (until - from > 1) {
    const middle = (from + until) >> 1;
    if ((pieces[middle]?.start ?? 0) <= at) from = middle;
    else until = middle;
  }
  return from;
}
