import { describe, expect, it } from "vitest";
import { longValuesIn, parseJson, partsOf } from "./json.ts";

const long = "a".repeat(501);

describe("a JSON value", () => {
  it("has its members in canonical order", () => {
    const names = partsOf(parseJson('{"b":1,"10":2,"9":3,"__proto__":4,"a":5}')).map(
      ([name]) => name,
    );

    expect(names).toEqual(["10", "9", "__proto__", "a", "b"]);
  });

  it("names its long values by pointers", () => {
    const value = { "a/b": [long, "short"], "c~": { d: long }, e: "a".repeat(500) };

    expect(longValuesIn(value, "/arguments")).toEqual(["/arguments/a~1b/0", "/arguments/c~0/d"]);
  });
});
