import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

export interface CleanText {
  readonly text: string;
  /** How many hidden characters were taken out. */
  readonly removed: number;
}

/** Makes a function that takes out of a text what nobody should read: our own secrets, and characters that nobody sees. */
export function createCleanText(
  hideSecrets: (text: string) => string,
): (text: string) => CleanText {
  return (text) => {
    const cleaned = withoutHiddenCharacters(hideSecrets(text));
    // Once more after the cleaning: hidden characters inside a secret are a way to carry it out.
    return cleaned.removed === 0 ? cleaned : { ...cleaned, text: hideSecrets(cleaned.text) };
  };
}
