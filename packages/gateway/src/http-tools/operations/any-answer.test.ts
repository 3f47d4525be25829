import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { hasLargerTotal, namesFurtherPage } from "./left-behind.ts";
import { createColumnCheck, projected } from "./project.ts";

// Answers are untrusted: every JSON value is read, or refused as a failure of the target.

const names = fc.constantFrom("value", "columns", "rows", "name", "nextLink", "total", "__proto__");
const { answer } = fc.letrec<{ answer: JsonValue }>((tie) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(null, true, 0, 7, "", "A", "B"),
    fc.array(tie("answer"), { maxLength: 3 }),
    fc.dictionary(names, tie("answer"), { maxKeys: 4 }),
  ),
}));

const fields = {
  things: { each: "/value", take: { id: "/name", all: "" } },
  costs: { table: { columns: "/columns", rows: "/rows" }, take: { a: "A", b: ["C", "B"] } },
};

/** Returns the projection, or undefined if the answer is refused. */
function projectionOf(body: JsonValue) {
  try {
    createColumnCheck(fields)(body);
    return projected(fields, body);
  } catch (error) {
    if (error instanceof EgressFailure && error.kind === "garbled") return undefined;
    throw error;
  }
}

describe("any answer", () => {
  it("is projected to the declared fields only, or refused", () => {
    fc.assert(
      fc.property(answer, (body) => {
        const made = projectionOf(body) ?? {};

        const declared = ["things", "costs", "id", "all", "a", "b"];
        const lists = Object.values(made).filter(isJsonArray);
        const found = [made, ...lists.flat().filter(isJsonObject)].flatMap(Object.keys);
        expect(lists).toHaveLength(Object.keys(made).length);
        expect(found.filter((name) => !declared.includes(name))).toEqual([]);
      }),
    );
  });

  it("is incomplete with a link to a further page, and with a larger total", () => {
    fc.assert(
      fc.property(answer, (body) => {
        const more = isJsonObject(body) ? body : { value: [body] };

        expect(namesFurtherPage({ ...more, next: "/b" })).toBe(true);
        expect(hasLargerTotal({ ...more, list: [], totalCount: 9 })).toBe(true);
      }),
    );
  });
});
