import { judgedCall, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { proposalOf } from "../governance/approvals/proposal.ts";
import { tracingIn, withoutTracing } from "./ids-of.ts";

const hosts = { type: "string", "x-host-injected": true };
const properties = { correlation_id: hosts, connection_id: hosts, session_id: { type: "string" } };
const registered = registeredTool({
  contract: toolContract({ input: { type: "object", properties } }),
});
const input = { correlation_id: "1", connection_id: "c", session_id: "s", city: "Geneva" };

describe("an approval", () => {
  it("is for a call over one connection, and no other", () => {
    const terms = { from: "operator", answers: undefined } as const;
    const [one, other] = ["c1", "c2"].map((id) => {
      const over = { id, tenant: "", origins: [] };
      const outgoing = { tool: "t", operation: "o", effect: "read", connection: over } as const;
      return proposalOf(judgedCall({ connection: { kind: "made", outgoing } }), terms);
    });

    expect([one?.connection, other?.connection]).toEqual(["weather over c1", "weather over c2"]);
    expect(proposalOf(judgedCall(), terms).connection).toBe("weather");
  });
});

describe("the host's tracing fields", () => {
  it("are distinguished from caller values and from values that route a call", () => {
    expect(tracingIn(registered, input)).toEqual({ correlation_id: "1" });
    expect(withoutTracing(registered, input)).toEqual({
      connection_id: "c",
      session_id: "s",
      city: "Geneva",
    });
  });

  it("are empty if the contract leaves nothing to the host", () => {
    expect(withoutTracing(registeredTool(), input)).toBe(input);
  });

  it("are not part of an approval: the same call later is the same call", () => {
    const terms = { from: "operator", answers: undefined } as const;
    const proposals = ["1", "2"].map((id) =>
      proposalOf(judgedCall({ registered, input: { ...input, correlation_id: id } }), terms),
    );

    expect(proposals[0]).toEqual(proposals[1]);
  });
});
