import { describe, expect, it } from "vitest";
import { createCanaries } from "./canaries.ts";
import { search } from "./search.ts";

const canaries = createCanaries(1);
const value = canaries.make("a token");

function hitsIn(bytes: Buffer | string) {
  return search(canaries.all(), [{ name: "here", bytes: Buffer.from(bytes) }]);
}

describe("search", () => {
  it.each([
    ["as it is", value],
    ["its beginning", `${value.slice(0, 20)}…`],
    ["in base64", Buffer.from(value).toString("base64")],
    ["in base64 behind a name", Buffer.from(`user:${value}`).toString("base64")],
    ["in base64 behind another", Buffer.from(`users:${value}`).toString("base64")],
    ["in hex", Buffer.from(value).toString("hex").toUpperCase()],
    ["among bytes", Buffer.concat([Buffer.alloc(99, 255), Buffer.from(value)])],
    ["in wide characters", Buffer.from(value, "utf16le")],
  ])("finds a canary %s", (_how, bytes) => {
    expect(hitsIn(bytes)).toMatchObject([{ canary: "a token", place: "here" }]);
  });

  it("finds nothing in clean data, and ignores canaries that may be there", () => {
    expect(hitsIn("nothing at all")).toEqual([]);
    const bytes = Buffer.from(value);

    expect(search(canaries.all(), [{ name: "x", bytes, mayHold: ["a token"] }])).toEqual([]);
  });
});
