import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { Tracking } from "../../pipeline/track-calls.ts";
import { resultDiscoveryOf } from "./result-discovery.ts";

const tracking: Tracking = {
  correlation_id: "r-1",
  session_id: null,
  connection_id: "azure",
  connection: "c-1",
  tool_id: "query-costs",
  stage: "done",
  scope: { tenantId: "t-1", subscriptionId: "s-1" },
  tier: "cost",
};

function answer(discovery: JsonValue) {
  const structuredContent = { data: {}, metadata: { discovery } };
  return { content: [], isError: false, structuredContent };
}

describe("resultDiscoveryOf", () => {
  it("takes the ids of the call and what the answer says of itself", () => {
    const found = resultDiscoveryOf(tracking, answer({ discovery_id: "d-1", stage: "query" }));

    expect(found).toStrictEqual({
      discoveryId: "d-1",
      connection: "c-1",
      scope: '{"subscriptionId":"s-1","tenantId":"t-1"}',
      tier: "cost",
      stage: "query",
      correlation: "r-1",
    });
  });

  it("has nothing for a call that is no discovery, whatever it answers", () => {
    const { scope: _scope, tier: _tier, ...other } = tracking;
    const output = answer({ discovery_id: "d-1", stage: "query" });

    expect(resultDiscoveryOf(other, output)).toEqual({});
    expect(resultDiscoveryOf(undefined, output)).toEqual({});
  });

  it("leaves out what the call does not have", () => {
    const { connection: _connection, ...unconnected } = tracking;
    const unknown = { ...unconnected, scope: null, tier: null };

    expect(resultDiscoveryOf(unknown, { content: [], isError: true })).toStrictEqual({
      correlation: "r-1",
    });
  });

  it.each<JsonValue>(["", "a\nb", "\0", "x".repeat(257), 7, null, ["d-1"]])(
    "takes no id such as %j from an answer",
    (id) => {
      const found = resultDiscoveryOf(tracking, answer({ discovery_id: id, stage: id }));

      expect(Object.keys(found)).toEqual(["connection", "scope", "tier", "correlation"]);
    },
  );
});
