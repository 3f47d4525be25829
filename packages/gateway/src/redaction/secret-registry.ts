import { openSecret, type Secret } from "../secrets/secret.ts";
import { createFindForms, type FindForms } from "./find-forms.ts";
import { type Hidden, hideSpans } from "./hide-spans.ts";
import { createHideStream, type HideStream } from "./hide-stream.ts";
import { formsOf } from "./secret-forms.ts";

/** All secrets that are in use now, and the one place that knows how they look in a text. */
export interface SecretRegistry {
  /** Hides this secret until the returned hold is disposed of. Held twice, it is hidden until both are. */
  readonly hold: (secret: Secret) => Disposable;
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

  return {
    hold: (secret) => {
      const value = openSecret(secret);
      let isHeld = true;
      holders.set(value, (holders.get(value) ?? 0) + 1);
      index = undefined;
      return {
        [Symbol.dispose]: () => {
          if (!isHeld) return;
          isHeld = false;
          const left = (holders.get(value) ?? 1) - 1;
          if (left > 0) holders.set(value, left);
          else holders.delete(value);
          index = undefined;
        },
      };
    },
    hide: (text) => hideSpans(text, current().find(text)),
    openStream: () => createHideStream(current()),
  };
}

function indexOf(values: readonly string[]): Index {
  const forms = [...new Set(values.flatMap(formsOf))];
  const longest = forms.reduce((length, form) => Math.max(length, form.length), 0);
  return { find: createFindForms(forms), longest };
}
