import { incomingCall } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import type { IncomingCall } from "../pipeline/call.ts";
import { hideInRecords } from "./hide-in-records.ts";

function recorded(differences: Partial<IncomingCall>): IncomingCall | undefined {
  let seen: IncomingCall | undefined;
  const record = hideInRecords(
    (call) => {
      seen = call;
      return { sealed: async () => undefined, closed: async () => undefined };
    },
    (text) => text.replaceAll("s3cret", "***"),
  );
  record(incomingCall(differences));
  return seen;
}

it("redacts secrets in fields set by the caller", () => {
  const said = "it is s3cret";
  const seen = recorded({
    tool: said,
    correlationId: said,
    traceId: said,
    queryId: said,
    agent: { name: said, version: said },
  });

  expect(JSON.stringify(seen)).not.toContain("s3cret");
  expect(seen).toMatchObject({ tool: "it is ***", agent: { name: "it is ***" } });
});

it("returns the same call object if there is nothing to redact", () => {
  const call = incomingCall();

  expect(recorded(call)).toEqual(call);
});
