import { openSecret, type Secret } from "../secrets/secret.ts";
import { createFindForms, type FindForms, type Span } from "./find-forms.ts";
import { type Hidden, hideSpans } from "./hide-spans.ts";
import { formsOf } from "./secret-forms.ts";
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

/** A secret that is held, with its forms: working them out takes longer than all else that an index needs. */
interface Held {
  holders: number;
  readonly forms: readonly string[];
}

export function createSecretRegistry(): SecretRegistry {
  const held = new Map<string, Held>();
  let index: FindForms | undefined;
  const current = (): FindForms => {
    index ??= createFindForms([...new Set([...held.values()].flatMap(({ forms }) => forms))]);
    return index;
  };

  const take = (value: string): void => {
    const known = held.get(value);
    if (known === undefined) {
      held.set(value, { holders: 1, forms: formsOf(value) });
      index = undefined;
    } else known.holders += 1;
  };
  const letGo = (value: string): void => {
    const known = held.get(value);
    if (known === undefined) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    held.delete(value);
    index = undefined;
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
    const plain = current()(text);
    const unwrapped = unwrapLines(text);
    if (unwrapped === undefined) return plain;
    const wrapped = current()(unwrapped.text).map(unwrapped.original);
    return [...plain, ...wrapped].toSorted((a, b) => a.start - b.start);
  };

  return {
    hold: (secret) => holdValue(openSecret(secret)),
    holdValue,
    find,
    hide: (text) => hideSpans(text, find(text)),
  };
}
