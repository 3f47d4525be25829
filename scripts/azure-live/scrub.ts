import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { isMap } from "./key-set.ts";

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
// Codes are constants of Azure, and the reason to record failures.
const errorCode = /^\.error(?:\.details\[\])?\.code$/;
const word = /^[A-Za-z]{1,60}$/;
const ordinaryKey = /^[@$\w.-]{1,60}$/;

/**
 * Removes all data from answers and keeps their shape. A text stays only if the fixture has it at
 * the same place, or if it is an error code. The same text becomes the same placeholder everywhere.
 */
export class Scrubber {
  readonly #texts = new Map<string, number>();

  scrub(live: JsonValue, fixture: JsonValue | undefined): JsonValue {
    return this.#value(live, known(fixture), "");
  }

  #value(value: JsonValue, ours: ReadonlySet<string>, path: string): JsonValue {
    if (isJsonArray(value)) return value.map((item) => this.#value(item, ours, `${path}[]`));
    if (isJsonObject(value)) return this.#object(value, ours, path);
    if (typeof value === "number") return scrubbedNumber(value);
    if (typeof value !== "string") return value;
    const isOurs = ours.has(`${path}=${value}`) || (errorCode.test(path) && word.test(value));
    return isOurs ? value : this.#placeholder(value);
  }

  #object(value: JsonObject, ours: ReadonlySet<string>, path: string): JsonObject {
    const isOfUser = isMap(path.slice(path.lastIndexOf(".") + 1));
    const members = Object.entries(value).map(([key, member]): [string, JsonValue] => {
      const isPlain = !isOfUser && ordinaryKey.test(key) && !guid.test(key);
      return [isPlain ? key : this.#placeholder(key), this.#value(member, ours, `${path}.${key}`)];
    });
    return Object.fromEntries(members);
  }

  #placeholder(text: string): string {
    if (text === "") return "";
    if (moment.test(text)) return "2026-01-01T00:00:00Z";
    const number = this.#numberOf(text.toLowerCase());
    if (guid.test(text)) return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    if (/^https?:/i.test(text)) return `https://host-${number}.invalid/`;
    return text.startsWith("/") ? `/text-${number}` : `text-${number}`;
  }

  #numberOf(text: string): number {
    const number = this.#texts.get(text) ?? this.#texts.size + 1;
    this.#texts.set(text, number);
    return number;
  }
}

/** Amounts are data too. Whether they are whole is part of the shape. */
function scrubbedNumber(value: number): number {
  if (value === 0) return 0;
  return Number.isInteger(value) ? 1 : 1.5;
}

/** Returns all texts of the fixture with their places. */
function known(fixture: JsonValue | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (value: JsonValue, path: string): void => {
    if (isJsonArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) walk(member, `${path}.${key}`);
    } else if (typeof value === "string") found.add(`${path}=${value}`);
  };
  if (fixture !== undefined) walk(fixture, "");
  return found;
}
