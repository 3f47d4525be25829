import type { JsonObject } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Filling, fillBody } from "./fill-template.ts";

const word = { type: "string", pattern: "^[A-Za-z0-9.]{1,80}$" };
const input: JsonObject = {
  type: "object",
  properties: {
    scope: { type: "object", properties: { id: word }, required: ["id"] },
    provider: word,
    kind: word,
    day: { type: "string", format: "date" },
  },
  required: ["scope"],
};
const template = {
  query: {
    join: [
      "things",
      " | where type =~ '{provider}/{kind}'",
      " | where owner == '{scope.id}' and day == {day}",
      " | order by id asc",
    ],
  },
};

function filled(given: JsonObject) {
  const filling: Filling = { arguments: { scope: { id: "s1" }, ...given }, input };
  return fillBody(template, filling);
}

describe("a joined text", () => {
  it.each<[JsonObject, string]>([
    [{}, "things | order by id asc"],
    [{ provider: null, kind: null, day: null }, "things | order by id asc"],
    [{ provider: "shop", kind: "order" }, "things | where type =~ 'shop/order' | order by id asc"],
    [{ day: "2026-01-02" }, "things | where owner == 's1' and day == 2026-01-02 | order by id asc"],
  ])("leaves out the pieces without arguments: %j", (given, query) => {
    expect(filled(given)).toEqual({ query });
  });

  it("refuses half of a condition, which would return more than was asked for", () => {
    expect(() => filled({ kind: "order" })).toThrow(
      expect.objectContaining({ parameter: "provider", expected: "a value, as kind has one" }),
    );
  });

  it.each(["1 or 1", "2026' or '1", "1--", "1|2"])("prevents query injection: %j", (day) => {
    expect(() => filled({ day })).toThrow("Expected letters, digits");
  });

  it("stays the query of its author for every argument", () => {
    const text = fc.option(
      fc.string({
        maxLength: 4,
        unit: fc.constantFrom("a", "1", ".", " ", "'", "|", "\\", "=", "/", "-"),
      }),
    );
    fc.assert(
      fc.property(text, text, text, (provider, kind, day) => {
        let sent = "";
        try {
          sent = JSON.stringify(filled({ provider, kind, day }));
        } catch {
          return;
        }
        // Without the holes, only what the author wrote may be left.
        expect(sent.replaceAll(/[\w .:@+-]/g, "")).toMatch(
          /^\{"""(?:\|=~'\/')?(?:\|==''==)?\|"\}$/,
        );
      }),
    );
  });

  it.each([{ join: "a" }, { join: ["a"], more: 1 }])("is no object of another form: %j", (body) => {
    expect(fillBody(body, { arguments: {}, input })).toEqual(body);
  });
});
