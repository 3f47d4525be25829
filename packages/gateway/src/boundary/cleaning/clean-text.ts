import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { Clean } from "./clean-value.ts";

export interface CleanText {
  readonly text: string;
  /** How many hidden characters were taken out. */
  readonly removed: number;
}

/** Makes a function that takes out of a text what nobody should read: secrets, and characters that nobody sees. */
export function createCleanText(hideSecrets: Clean): (text: string, name?: string) => CleanText {
  return (text, name) => {
    const cleaned = withoutHiddenCharacters(hideSecrets(text, name));
    // Once more after the cleaning: hidden characters inside a secret are a way to carry it out.
    return cleaned.removed === 0 ? cleaned : { ...cleaned, text: hideSecrets(cleaned.text, name) };
  };
}
