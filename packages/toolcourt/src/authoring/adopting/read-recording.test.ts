import { describe, expect, it } from "vitest";
import { readRecording, recordingLine } from "./read-recording.ts";

const call = { server: "crm", tool: "get_user", arguments: { id: 1 }, result: { content: [] } };
const line = recordingLine(call);

describe("a recording", () => {
  it("reads back as written", () => {
    expect(readRecording(`${line}\n\n${line}\n`)).toEqual({ kind: "calls", calls: [call, call] });
  });

  it("may be cut off in its last line", () => {
    expect(readRecording(`${line}\n${line.slice(0, 20)}`)).toEqual({
      kind: "calls",
      calls: [call],
    });
  });

  it.each([
    "nothing",
    "[]",
    "{}",
    JSON.stringify({ ...call, tool: 1 }),
    JSON.stringify({ ...call, arguments: [] }),
    JSON.stringify({ ...call, result: "x" }),
  ])("is refused with the number of the invalid line: %s", (other) => {
    expect(readRecording(`${line}\n${other}\n`)).toEqual({ kind: "unreadable", line: 2 });
  });
});
