import { openSecret, type Secret } from "../secrets/secret.ts";
import { createFormIndex, type FormIndex } from "./form-index.ts";
import { type Hidden, hideSpans } from "./hide-spans.ts";
import { formsOf, secretsOf } from "./secret-forms.ts";
import { createSecretNumbers, type SecretNumbers } from "./secret-numbers.ts";
import type { FindForms, Span } from "./span.ts";
import { unwrapLines } from "./unwrap-lines.ts";

/** All live secrets. The only place that knows how they look in a text. */
export interface SecretRegistry {
  /** Redacts this secret until the returned hold is disposed. Reference-counted. */
  readonly hold: (secret: Secret) => Disposable;
  /** The same for a value that was never a `Secret`, such as one from the configuration. */
  readonly holdValue: (value: string) => Disposable;
  /** The same for texts only: a number with these digits may well be something else. */
  readonly holdText: (value: string) => Disposable;
  /** Positions of secrets in a text, ordered by start. */
  readonly find: FindForms;
  readonly hide: (text: string) => Hidden;
  readonly numbers: Pick<SecretNumbers, "isEmpty" | "has">;
}

/** A held secret and its forms. */
interface Held {
  holders: number;
  readonly forms: readonly string[];
}

export function createSecretRegistry(): SecretRegistry {
  const held = new Map<string, Held>();
  const index = createFormIndex();
  const numbers = createSecretNumbers();

  const take = (value: string): void => {
    const known = held.get(value);
    if (known !== undefined) {
      known.holders += 1;
      return;
    }
    const forms = formsOf(value);
    held.set(value, { holders: 1, forms });
    for (const form of forms) index.add(form);
  };
  const letGo = (value: string): void => {
    const known = held.get(value);
    if (known === undefined) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    held.delete(value);
    for (const form of known.forms) index.remove(form);
  };
  const holdText = (value: string): Disposable => {
    take(value);
    return once(() => letGo(value));
  };
  const holdValue = (value: string): Disposable => {
    take(value);
    const shown = secretsOf(value);
    for (const each of shown) numbers.add(each);
    return once(() => {
      letGo(value);
      for (const each of shown) numbers.remove(each);
    });
  };

  const find = (text: string): readonly Span[] => (held.size === 0 ? [] : findIn(text, index));

  return {
    hold: (secret) => holdValue(openSecret(secret)),
    holdValue,
    holdText,
    find,
    hide: (text) => hideSpans(text, find(text)),
    numbers,
  };
}

/** Also finds forms wrapped across lines. */
function findIn(text: string, index: FormIndex): readonly Span[] {
  const plain = index.find(text);
  const unwrapped = unwrapLines(text);
  if (unwrapped === undefined) return plain;
  const wrapped = index.find(unwrapped.text).map(unwrapped.original);
  return [...plain, ...wrapped].toSorted((a, b) => a.start - b.start);
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
