import { openSecret, type Secret } from "../secrets/secret.ts";
import { createFormIndex } from "./form-index.ts";
import { type Hidden, hideSpans } from "./hide-spans.ts";
import { formsOf } from "./secret-forms.ts";
import type { FindForms, Span } from "./span.ts";
import { unwrapLines } from "./unwrap-lines.ts";

/** All secrets that are in use now, and the one place that knows how they look in a text. */
export interface SecretRegistry {
  /** Hides this secret until the returned hold is disposed of. Held twice, it is hidden until both are. */
  readonly hold: (secret: Secret) => Disposable;
  /** The same for a value that never was in a `Secret`, such as one of the configuration. */
  readonly holdValue: (value: string) => Disposable;
  /** Where they stand in a text, in order of their starts. */
  readonly find: FindForms;
  readonly hide: (text: string) => Hidden;
}

/** A secret that is held, with the forms that are looked for. */
interface Held {
  holders: number;
  readonly forms: readonly string[];
}

export function createSecretRegistry(): SecretRegistry {
  const held = new Map<string, Held>();
  const index = createFormIndex();

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
  const holdValue = (value: string): Disposable => {
    let isHeld = true;
    take(value);
    return {
      [Symbol.dispose]: () => {
        if (isHeld) letGo(value);
        isHeld = false;
      },
    };
  };

  const find = (text: string): readonly Span[] => {
    if (held.size === 0) return [];
    const plain = index.find(text);
    const unwrapped = unwrapLines(text);
    if (unwrapped === undefined) return plain;
    const wrapped = index.find(unwrapped.text).map(unwrapped.original);
    return [...plain, ...wrapped].toSorted((a, b) => a.start - b.start);
  };

  return {
    hold: (secret) => holdValue(openSecret(secret)),
    holdValue,
    find,
    hide: (text) => hideSpans(text, find(text)),
  };
}
