import { approvedCall, incomingCall, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createLogger, type LogEntry } from "../telemetry/logger.ts";
import type { IncomingCall } from "./call.ts";
import { warnOfDeprecated } from "./warn-of-deprecated.ts";

const deprecated = { since: "1.0.0", replacement: "get-forecast-v2", removalDate: "2027-06-30" };

function warned(call: IncomingCall): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  const { log } = createLogger((entry) => void entries.push(entry));
  const outcome = { kind: "refused", error: undefined } as const;
  warnOfDeprecated(log).closed({ call, outcome, ending: { status: "refused" }, ms: 1 });
  return entries;
}

describe("a call of a deprecated tool", () => {
  it("S3-151: logs a warning with the replacement and the removal date", () => {
    const contract = { ...toolContract(), terms: { deprecated } };
    const call = approvedCall({ registered: registeredTool({ contract }) });

    expect(warned(call)).toMatchObject([
      {
        event: "tool.deprecated-used",
        level: "warning",
        fields: {
          tool: "get-forecast",
          replacement: "get-forecast-v2",
          removalDate: "2027-06-30",
          status: "refused",
        },
      },
    ]);
  });

  it("truncates the author's text in the warning", () => {
    const long = { ...deprecated, replacement: "x".repeat(10_000) };
    const contract = { ...toolContract(), terms: { deprecated: long } };

    const [entry] = warned(approvedCall({ registered: registeredTool({ contract }) }));

    expect(JSON.stringify(entry).length).toBeLessThan(1_000);
  });

  it.each([
    ["of another tool", approvedCall()],
    ["that found no tool", incomingCall()],
  ])("logs no warning for a call %s", (_, call) => {
    expect(warned(call)).toEqual([]);
  });
});
