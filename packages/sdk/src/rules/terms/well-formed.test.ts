import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsWellFormed } from "./well-formed.ts";

const tool = {
  name: "send-letter",
  _meta: { "dev.toolcourt/contract": { approval: "boss", category: "mutation" } },
};

describe("terms/well-formed", () => {
  it("reports the term and its expected form", () => {
    const found = remarks(termsWellFormed, contractOf({ server: "post", tool }));

    expect(found).toEqual([
      { pointer: "/terms/approval", message: "Give one of none, caller, operator." },
    ]);
  });

  it("accepts a term corrected by an overlay", () => {
    const mended = contractOf({ server: "post", tool, overlay: { terms: { approval: "caller" } } });

    expect(remarks(termsWellFormed, mended)).toEqual([]);
  });

  it("reports an unknown term by its escaped pointer", () => {
    const found = remarks(termsWellFormed, {
      asReceived: { _meta: { "dev.toolcourt/contract": { "a/b": 1 } } },
    });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/a~1b"]);
  });

  it("ignores metadata of other vendors", () => {
    const asReceived = { _meta: { "example.com/contract": { approval: "boss" } } };

    expect(remarks(termsWellFormed, { asReceived })).toEqual([]);
  });
});
