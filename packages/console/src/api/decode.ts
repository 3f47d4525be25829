/** Reads a value of an answer. Throws a `TypeError` if it has another shape. */
export type Read<Value> = (value: unknown, at: string) => Value;

export const text: Read<string> = (value, at) => {
  if (typeof value === "string") return value;
  throw unexpected(at, "text");
};

export const number: Read<number> = (value, at) => {
  if (typeof value === "number") return value;
  throw unexpected(at, "a number");
};

export const boolean: Read<boolean> = (value, at) => {
  if (typeof value === "boolean") return value;
  throw unexpected(at, "true or false");
};

/** Reads a point in time, as milliseconds since 1970 or in ISO 8601. */
export const instant: Read<number> = (value, at) => {
  const ms = typeof value === "string" ? Date.parse(value) : value;
  if (typeof ms === "number" && Number.isFinite(ms)) return ms;
  throw unexpected(at, "a time");
};

export function nullable<Value>(read: Read<Value>): Read<Value | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

export function optional<Value>(read: Read<Value>): Read<Value | undefined> {
  return (value, at) => (value === undefined ? undefined : read(value, at));
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): Read<Choice> {
  return (value, at) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw unexpected(at, choices.join(" or "));
  };
}

export function list<Value>(read: Read<Value>): Read<readonly Value[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw unexpected(at, "a list");
    return value.map((each, index) => read(each, `${at}/${index}`));
  };
}

export function map<Value>(read: Read<Value>): Read<ReadonlyMap<string, Value>> {
  return (value, at) =>
    new Map(Object.entries(members(value, at)).map(([key, each]) => [key, read(each, at)]));
}

/** Reads an object member by member. Members without a reader are left out. */
export function object<Shape>(
  readers: {
    readonly [Key in keyof Shape]: Read<Shape[Key]>;
  },
): Read<Shape> {
  const pairs = Object.entries<Read<unknown>>(readers);
  return (value, at) => {
    const found = members(value, at);
    const own = (key: string): unknown => (Object.hasOwn(found, key) ? found[key] : undefined);
    const read = pairs.map(([key, each]) => [key, each(own(key), `${at}/${key}`)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was just read
    return Object.fromEntries(read) as Shape;
  };
}

function members(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw unexpected(at, "an object");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object has members
  return value as Readonly<Record<string, unknown>>;
}

function unexpected(at: string, wanted: string): TypeError {
  return new TypeError(`${at} is not ${wanted}`);
}
