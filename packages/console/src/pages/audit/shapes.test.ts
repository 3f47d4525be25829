import { describe, expect, it } from "vitest";
import { auditStatus, verifyLine } from "./shapes.ts";

describe("a line of a verification", () => {
  it.each([
    { kind: "progress", rows: 1, of: 2 },
    { kind: "sound", rows: 2, signed: 1 },
    { kind: "broken", row: 2, problem: "The hash does not fit." },
    { kind: "broken", row: undefined, problem: "The header is missing." },
  ])("is read as it is: %j", (line) => {
    expect(verifyLine({ ...line, line: 3 }, "")).toEqual(line);
  });

  it.each([{ kind: "fine" }, { kind: "sound", rows: "all", signed: 1 }, null])(
    "is no verdict in another form: %j",
    (line) => {
      expect(() => verifyLine(line, "")).toThrow(TypeError);
    },
  );
});

it("reads the status of an empty log", () => {
  const key = { origin: "toolcourt/test", id: "806ae1d3", publicKey: "k" };
  const status = { last: null, signed: null, checkpoint: null, key, unsigned: null };

  expect(auditStatus(status, "")).toEqual(status);
});
