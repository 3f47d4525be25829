import { openSecret, type Secret } from "../secrets/secret.ts";
import { createFindForms, type FindForms } from "./find-forms.ts";
import { type Hidden, hideSpans } from "./hide-spans.ts";
import { createHideStream, type HideStream } from "./hide-stream.ts";
import { formsOf } from "./secret-forms.ts";

/** All secrets that are in use now, and the one place that knows how they look in a text. */
export interface SecretRegistry {
  /** Hides this secret until the returned hold is disposed of. Held twice, it is hidden until both are. */
  readonly hold: (secret: Secret) => Disposable;
  /** The same for a value that never was in a `Secret`, such as one of the configuration. */
  readonly holdValue: (value: string) => Disposable;
  readonly hide: (text: string) => Hidden;
  /** For a text that comes in pieces: a secret that is split over them is hidden all the same. */
  readonly openStream: () => HideStream;
}

interface Index {
  readonly find: FindForms;
  readonly longest: number;
}

export function createSecretRegistry(): SecretRegistry {
  const holders = new Map<string, number>();
  let index: Index | undefined;
  const current = (): Index => {
    index ??= indexOf([...holders.keys()]);
    return index;
  };

  const count = (value: string, change: 1 | -1): void => {
    const before = holders.get(value) ?? 0;
    const after = before + change;
    if (after > 0) holders.set(value, after);
    else holders.delete(value);
    // Held by one more is the same as held: the index is kept while the values are the same.
    if (before > 0 !== after > 0) index = undefined;
  };
  const holdValue = (value: string): Disposable => {
    let isHeld = true;
    count(value, 1);
    return {
      [Symbol.dispose]: () => {
        if (isHeld) count(value, -1);
        isHeld = false;
      },
    };
  };

  return {
    hold: (secret) => holdValue(openSecret(secret)),
    holdValue,
    hide: (text) => hideSpans(text, current().find(text)),
    openStream: () => createHideStream(current()),
  };
}

function indexOf(values: readonly string[]): Index {
  const forms = [...new Set(values.flatMap(formsOf))];
  const longest = forms.reduce((length, form) => Math.max(length, form.length), 0);
  return { find: createFindForms(forms), longest };
}
