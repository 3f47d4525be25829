import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { approvedCall, registeredTool } from "@toolcourt/testing/calls";
import { greetTool } from "@toolcourt/testing/local-tool";
import { describe, expect, it } from "vitest";
import { readRecording, recordCalls, recordingLine } from "./record-calls.ts";

function setUp() {
  const lines: string[] = [];
  const record = recordCalls({
    write: (line) => void lines.push(line),
    redaction: new Redaction(),
  });
  return { lines, record };
}

const output = {
  content: [{ type: "text", text: "21 degrees" }],
  structuredContent: { text: "21 degrees" },
  isError: false,
};

describe("recordCalls", () => {
  it("writes a readable line, under the server's own name for the tool", () => {
    const { lines, record } = setUp();

    record(approvedCall(), { ...output, meta: { trace: 1 } });

    expect(readRecording(`${lines.join("\n")}\n`)).toEqual({
      kind: "calls",
      calls: [
        {
          server: "weather",
          tool: "get-forecast",
          arguments: { city: "Geneva" },
          result: output,
        },
      ],
    });
  });

  it("redacts secrets and personal data, also in arguments", () => {
    const { lines, record } = setUp();
    const token = `ghp_${"a1B2".repeat(9)}`;

    record(approvedCall({ input: { token, to: "ada@example.com" } }), {
      ...output,
      content: [{ type: "text", text: `Wrote to ada@example.com with ${token}` }],
    });

    expect(lines.join("")).not.toMatch(/ghp_a1B2|ada@example/);
  });

  it("ignores our own tools", () => {
    const { lines, record } = setUp();
    const home = { kind: "local", tool: greetTool } as const;

    record(approvedCall({ registered: registeredTool({ home }) }), output);

    expect(lines).toEqual([]);
  });
});

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
