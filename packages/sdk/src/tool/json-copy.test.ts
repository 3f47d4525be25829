import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJson, deepFreeze, NotJson } from "./json-copy.ts";

function pathOf(value: unknown): readonly (string | number)[] | undefined {
  try {
    copyJson(value);
    return undefined;
  } catch (error) {
    return error instanceof NotJson ? error.path : ["threw something else"];
  }
}

/** Builds nested pairs of one shared list: small in memory, exponential to copy. */
function doubling(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value, value];
  return value;
}

describe("copyJson", () => {
  it("reads the length of a list only once", () => {
    let asked = 0;
    const lying = new Proxy([], {
      get: (list, key) => {
        if (key !== "length") return Reflect.get(list, key) as unknown;
        asked += 1;
        return asked === 1 ? 0 : 1_000_000;
      },
    });

    expect(copyJson(lying)).toEqual([]);
  });

  it("copies every JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(pathOf(value) === undefined);

        expect(JSON.stringify(copyJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it("shares nothing with the original", () => {
    const inner = [1];
    const copied = copyJson([inner]);
    inner.push(2);

    expect(copied).toEqual([[1]]);
  });

  it("omits undefined properties, like JSON", () => {
    expect(copyJson({ a: undefined, b: 1 })).toEqual({ b: 1 });
  });

  it.each([
    [undefined, []],
    [() => 1, []],
    [{ a: 1n }, ["a"]],
    [{ a: [1, Symbol("s")] }, ["a", 1]],
    [[1, undefined], [1]],
    [Object.assign([], { length: 2 }), [0]],
    [{ a: Number.NaN }, ["a"]],
    [{ a: new Date(0) }, ["a"]],
    [{ a: new Map() }, ["a"]],
    [{ a: "\ud800" }, ["a"]],
    [{ ["\ud800"]: 1 }, []],
    [JSON.parse('{"a":{"__proto__":1}}'), ["a"]],
  ])("rejects non-JSON values with their path %#", (value, path) => {
    expect(pathOf(value)).toEqual(path);
  });

  it("accepts plain objects without a prototype", () => {
    expect(copyJson(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
  });

  it("terminates on a value that contains itself once or many times", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);

    expect(pathOf(cycle)).toEqual([]);
    expect(pathOf(doubling(90))).toEqual([]);
    expect(pathOf(Array.from({ length: 4 }))).toEqual([0]);
  });

  it("does not iterate a list with a false length", () => {
    const list: unknown[] = [];
    list.length = 4_000_000_000;

    expect(pathOf(list)).toEqual([]);
  });

  it("reads each property once, so it cannot change between reads", () => {
    let looks = 0;
    const value = {
      get a() {
        looks += 1;
        return looks;
      },
    };

    expect(copyJson(value)).toEqual({ a: 1 });
    expect(looks).toBe(1);
  });
});

it("deepFreeze freezes every level", () => {
  const value = deepFreeze({ list: [{ a: 1 }] });

  expect(Object.isFrozen(value.list[0])).toBe(true);
});
