import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { contractReadable } from "./readable.ts";

describe("contract/readable", () => {
  it("points into the tool object as received", () => {
    const found = remarks(contractReadable, {
      asReceived: { name: "get-forecast", annotations: { title: "\udc00" } },
    });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/annotations/title"]);
  });

  it("finds broken text in keys too", () => {
    expect(remarks(contractReadable, { asReceived: { "\ud800": 1 } })).toHaveLength(1);
  });

  it("accepts complete surrogate pairs", () => {
    expect(remarks(contractReadable, { asReceived: { name: "sun", description: "🌞" } })).toEqual(
      [],
    );
  });
});
