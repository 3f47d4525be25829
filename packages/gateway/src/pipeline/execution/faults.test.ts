import { approvedCall, writingTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import { isPassing, isUnwell, refusalFor } from "./faults.ts";

const http = (status: number): UpstreamFault => ({ kind: "http", status });

describe.each<readonly [UpstreamFault, { passing: boolean; unwell: boolean; onWrite: string }]>([
  [{ kind: "unreachable" }, { passing: true, unwell: true, onWrite: "upstream-failed" }],
  [{ kind: "lost" }, { passing: true, unwell: true, onWrite: "outcome-unknown" }],
  [{ kind: "garbled" }, { passing: false, unwell: true, onWrite: "outcome-unknown" }],
  [
    { kind: "rpc", code: -32_603 },
    { passing: false, unwell: false, onWrite: "upstream-failed" },
  ],
  [http(401), { passing: false, unwell: false, onWrite: "upstream-failed" }],
  [http(403), { passing: false, unwell: false, onWrite: "upstream-failed" }],
  [http(429), { passing: true, unwell: false, onWrite: "upstream-failed" }],
  [http(500), { passing: false, unwell: true, onWrite: "outcome-unknown" }],
  [http(502), { passing: true, unwell: true, onWrite: "outcome-unknown" }],
  [http(503), { passing: true, unwell: true, onWrite: "upstream-failed" }],
  [http(504), { passing: true, unwell: true, onWrite: "outcome-unknown" }],
])("%j", (fault, { passing, unwell, onWrite }) => {
  it("is classified by the possible next step", () => {
    expect({ passing: isPassing(fault), unwell: isUnwell(fault) }).toEqual({ passing, unwell });
  });

  it("refuses a read as an upstream failure, with the server's text only in the cause", () => {
    const error = new UpstreamError(fault, { cause: "words of the server" });

    const refusal = refusalFor(error, approvedCall());

    expect(refusal).toMatchObject({ code: "upstream-failed", details: { passing }, cause: error });
    expect(JSON.stringify(refusal)).not.toContain("words");
  });

  it("leaves the outcome of a write unknown if it may have happened", () => {
    const call = approvedCall({ registered: writingTool() });

    expect(refusalFor(new UpstreamError(fault), call)).toMatchObject({ code: onWrite });
  });
});

it("keeps errors that are not upstream faults", () => {
  const bug = new TypeError("x");

  expect(refusalFor(bug, approvedCall())).toBe(bug);
});

describe("an answer with too much in it", () => {
  const error = new UpstreamError({ kind: "too-complex", excess: "keys" });

  it.each([{}, { registered: writingTool() }])(
    "is refused like one that is too large, and does not blame the server: %#",
    (differences) => {
      expect(refusalFor(error, approvedCall(differences))).toMatchObject({
        code: "output-invalid",
        details: { clause: "size", issues: ["expected at most 50000 keys"] },
      });
      expect({ passing: isPassing(error.fault), unwell: isUnwell(error.fault) }).toEqual({
        passing: false,
        unwell: false,
      });
    },
  );
});

describe("a server that objects to the caller", () => {
  const missing = new UpstreamError({ kind: "rpc", code: -32_021, requires: "sampling" });

  it.each([
    { capabilities: {}, because: "not-declared" },
    { capabilities: { sampling: {} }, because: "not-allowed" },
  ])(
    "for a missing capability gets a refusal that names it: $because",
    ({ capabilities, because }) => {
      expect(refusalFor(missing, approvedCall({ channel: { capabilities } }))).toMatchObject({
        code: "interaction-required",
        details: { asking: "sampling", because },
      });
    },
  );

  it("without naming a capability counts as failed", () => {
    const unsaid = new UpstreamError({ kind: "rpc", code: -32_021 });

    expect(refusalFor(unsaid, approvedCall())).toMatchObject({ code: "upstream-failed" });
  });

  it("refuses a state that it never issued", () => {
    const call = approvedCall({ resumption: { requestState: "forged" } });

    expect(refusalFor(new UpstreamError({ kind: "rpc", code: -32_602 }), call)).toMatchObject({
      code: "relay-refused",
    });
  });
});
