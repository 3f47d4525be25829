import type { Canary } from "./canaries.ts";

/** A place where a credential must not be. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
  /** Names of the canaries allowed here, such as those in a child's environment. Default: none. */
  readonly mayHold?: readonly string[];
}

export interface Hit {
  readonly canary: string;
  readonly form: string;
  readonly place: string;
}

const prefixLength = 20;

/** Searches every place for every canary in every encoding. Shares no code with the redaction. */
export function search(canaries: readonly Canary[], places: readonly Place[]): readonly Hit[] {
  return places.flatMap(({ name: place, bytes, mayHold = [] }) => {
    const text = bytes.toString("latin1");
    const as = { hex: text.toLowerCase(), base64: text.replaceAll("+", "-").replaceAll("/", "_") };
    return canaries
      .filter(({ name }) => !mayHold.includes(name))
      .flatMap(({ name, value }) => {
        const found = Object.entries(formsOf(value)).find(([form, shown]) => {
          if (form === "hex") return as.hex.includes(shown);
          return (form.startsWith("base64") ? as.base64 : text).includes(shown);
        });
        return found === undefined ? [] : [{ canary: name, form: found[0], place }];
      });
  });
}

function formsOf(value: string): Readonly<Record<string, string>> {
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.from(`${"-".repeat(before)}${value}`).toString("base64url");
    // Only the part independent of neighboring bytes: after the first group, before the last.
    return text.slice(4, -4);
  });
  return {
    plain: value.slice(0, prefixLength),
    end: value.slice(-prefixLength),
    url: encodeURIComponent(value),
    hex: Buffer.from(value).toString("hex"),
    reversed: value.split("").toReversed().join(""),
    wide: Buffer.from(value, "utf16le").toString("latin1"),
    base64: base64[0] ?? "",
    "base64, second byte": base64[1] ?? "",
    "base64, third byte": base64[2] ?? "",
  };
}
