import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { Clean } from "./clean-value.ts";

export interface CleanText {
  readonly text: string;
  /** Number of hidden characters removed. */
  readonly removed: number;
}

/** Creates a function that redacts secrets and removes invisible characters. */
export function createCleanText(hideSecrets: Clean): (text: string, name?: string) => CleanText {
  return (text, name) => {
    const cleaned = withoutHiddenCharacters(hideSecrets(text, name));
    // Once more after cleaning: hidden characters inside a secret could smuggle it out.
    return cleaned.removed === 0 ? cleaned : { ...cleaned, text: hideSecrets(cleaned.text, name) };
  };
}
