import { isJsonArray, type JsonObject, type JsonValue, step } from "@toolcourt/sdk";

/** Returns the replacement of a number. Undefined if it may stay. */
export type HideNumber = (number: number) => string | undefined;

/** Replaces numbers by texts inside values. Returns values without replacements unchanged. */
export interface ReplaceNumbers {
  readonly inItems: (items: readonly JsonValue[]) => Replaced<readonly JsonValue[]>;
  readonly inMembers: (object: JsonObject) => Replaced<JsonObject>;
  readonly inValue: (value: JsonValue) => Replaced<JsonValue>;
}

export interface Replaced<Value> {
  readonly value: Value;
  /** Their locations, as JSON pointers. */
  readonly places: readonly string[];
}

const nowhere: readonly string[] = [];

export function createReplaceNumbers(hide: HideNumber): ReplaceNumbers {
  const inValue = (value: JsonValue): Replaced<JsonValue> => {
    if (typeof value === "number") return replacedNumber(value, hide);
    if (typeof value !== "object" || value === null) return { value, places: nowhere };
    return isJsonArray(value) ? inItems(value) : inMembers(value);
  };
  const inItems = (items: readonly JsonValue[]): Replaced<readonly JsonValue[]> => {
    const replaced = items.map(inValue);
    const places = replaced.flatMap((item, index) => below(String(index), item));
    return { value: places.length === 0 ? items : replaced.map(({ value }) => value), places };
  };
  const inMembers = (object: JsonObject): Replaced<JsonObject> => {
    const replaced = Object.entries(object).map(([key, value]) => [key, inValue(value)] as const);
    const places = replaced.flatMap(([key, member]) => below(key, member));
    if (places.length === 0) return { value: object, places };
    return { value: Object.fromEntries(replaced.map(([key, { value }]) => [key, value])), places };
  };
  return { inItems, inMembers, inValue };
}

function replacedNumber(value: number, hide: HideNumber): Replaced<JsonValue> {
  const text = hide(value);
  return text === undefined ? { value, places: nowhere } : { value: text, places: [""] };
}

function below(key: string, { places }: Replaced<JsonValue>): readonly string[] {
  return places.length === 0 ? nowhere : places.map((place) => step(key) + place);
}
