import { effect, type Signal, signal } from "@preact/signals";

export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** What a person chose for this browser. Nothing else is kept in it for longer than a tab. */
export interface Preferences {
  readonly scheme: Signal<Scheme>;
  /** Whether single letters are shortcuts. Speech input may type them by accident. */
  readonly letters: Signal<boolean>;
}

const key = "toolcourt-preferences";

export function createPreferences(storage: Storage, root: HTMLElement): Preferences {
  const kept = read(storage.getItem(key));
  const scheme = signal<Scheme>(kept.scheme);
  const letters = signal(kept.letters);

  effect(() => {
    root.dataset["scheme"] = scheme.value;
    storage.setItem(key, JSON.stringify({ scheme: scheme.value, letters: letters.value }));
  });
  return { scheme, letters };
}

function read(text: string | null): { readonly scheme: Scheme; readonly letters: boolean } {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    const members: object = typeof kept === "object" && kept !== null ? kept : {};
    const wanted = "scheme" in members ? members.scheme : "auto";
    const isOff = "letters" in members && members.letters === false;
    return { scheme: schemes.find((each) => each === wanted) ?? "auto", letters: !isOff };
  } catch {
    return { scheme: "auto", letters: true };
  }
}
