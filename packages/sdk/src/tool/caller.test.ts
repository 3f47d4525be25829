import { describe, expect, it } from "vitest";
import { agentOf, traceIdOf } from "./caller.ts";

const key = "io.modelcontextprotocol/clientInfo";

describe("agentOf", () => {
  it("prefers the request's metadata to the handshake", () => {
    const envelope = { [key]: { name: "new", version: "2" } };

    expect(agentOf(envelope, { name: "old", version: "1" })).toEqual({ name: "new", version: "2" });
    expect(agentOf({}, { name: "old", version: "1" })).toEqual({ name: "old", version: "1" });
  });

  it.each([undefined, null, [], { [key]: 7 }, { [key]: { name: "", version: {} } }])(
    "returns no name for %j",
    (envelope) => {
      expect(agentOf(envelope, undefined)).toEqual({ name: "unknown", version: "0.0.0" });
    },
  );

  it("truncates a long name without breaking a character", () => {
    const { name } = agentOf(
      { [key]: { name: `${"x".repeat(199)}\u{1f600}`, version: "1" } },
      undefined,
    );

    expect(name.isWellFormed()).toBe(true);
    expect(name.length).toBeLessThanOrEqual(200);
  });
});

describe("traceIdOf", () => {
  it("reads a W3C traceparent as a UUID", () => {
    expect(
      traceIdOf({ traceparent: "00-0af7651916cdf3dd0448eb211c80319c-b7ad6b7169203331-01" }),
    ).toBe("0af76519-16cd-f3dd-0448-eb211c80319c");
  });

  it.each([undefined, {}, { traceparent: 7 }, { traceparent: "00-short-01" }])(
    "returns undefined for %j",
    (meta) => {
      expect(traceIdOf(meta)).toBeUndefined();
    },
  );
});
