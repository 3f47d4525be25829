import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { Random } from "../test/promises/random.ts";
import { pick, type ValueKind } from "./origins-values.ts";

/** What happens before the call, in order. */
export type Step =
  | { readonly kind: "words"; readonly text: string; readonly origin: "user" | "claimed" }
  /** `own` fields are first-party, `mail` is a stranger's. */
  | {
      readonly kind: "result";
      readonly own?: JsonValue;
      readonly mail?: JsonValue;
      readonly args?: JsonObject;
    }
  | { readonly kind: "foreign"; readonly text: string }
  | { readonly kind: "write"; readonly args: JsonObject }
  /** What follows happens in the history of another person of the tenant. */
  | { readonly kind: "other-person" };

export type Truth = "user" | "operator" | "first-party" | "third-party" | "claimed" | "unknown";

export interface OriginCase {
  readonly move: string;
  readonly kind: ValueKind;
  readonly steps: readonly Step[];
  readonly value: string;
  /** In content, the value is found by its form alone. */
  readonly inContent?: boolean;
  readonly truth: Truth;
}

export interface Made {
  readonly steps: readonly Step[];
  readonly value: string;
  readonly truth: Truth;
  readonly inContent?: boolean;
}

export interface Ground {
  readonly random: Random;
  readonly kind: ValueKind;
  /** The value of the case, and others of its kind. */
  readonly value: string;
  readonly other: string;
}

export type Move = (ground: Ground) => Made | undefined;

export const words = (text: string, origin: "user" | "claimed" = "user"): Step => ({
  kind: "words",
  text,
  origin,
});
export const own = (value: JsonValue, args?: JsonObject): Step => ({
  kind: "result",
  own: value,
  ...(args && { args }),
});
export const mail = (text: JsonValue): Step => ({ kind: "result", mail: text });

/** A stranger's text, in one of the places where such text stands. */
export function stranger(text: string, random: Random): Step {
  return pick(random, [
    mail(text),
    { kind: "foreign", text } as const,
    mail({ subject: "Re:", text }),
  ]);
}

export function sentenceOf(value: string): string {
  return `Please work with ${value} today.`;
}
