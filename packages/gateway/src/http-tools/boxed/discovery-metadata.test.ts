import { hints, readContract, valueAt } from "@toolcourt/sdk";
import { greetTool } from "@toolcourt/testing/local-tool";
import { describe, expect, it } from "vitest";
import { discovered, withDiscovery } from "./discovery-metadata.ts";

const facts = {
  discoveryId: "d1",
  stage: "cost",
  requests: 2,
  startedAt: 0,
  finishedAt: 1_000,
};

describe("the metadata of a local discovery", () => {
  it("is promised by the contract (S2-24)", () => {
    const tool = withDiscovery(greetTool.contract.asReceived);
    const metadata = valueAt(tool, "/outputSchema/properties/metadata");

    expect(valueAt(metadata ?? null, "/properties/discovery/required")).toEqual([
      "discovery_id",
      "stage",
      "counts",
      "timestamps",
    ]);
    expect(valueAt(metadata ?? null, "/required")).toContain("discovery");
    expect(readContract({ server: "local", tool }).kind).toBe("contract");
  });

  it.each([{ name: "a" }, { name: "a", outputSchema: true }, { outputSchema: { properties: 1 } }])(
    "is not invented for a tool of another form: %j",
    (tool) => {
      expect(withDiscovery(tool)).toEqual(tool);
    },
  );

  it("is added to every result", () => {
    const metadata = {
      toolVersion: "1",
      timestamp: "2026-01-01T00:00:00.000Z",
      executionTime: 1,
      serviceVersion: "1",
    };
    const agentHints = hints({
      confidence: [{ name: "known", value: 1 }],
      sourceQuality: "high",
      validityPeriod: "short",
    });

    expect(discovered({ data: 1, agentHints, metadata }, facts).metadata).toEqual({
      ...metadata,
      discovery: {
        discovery_id: "d1",
        stage: "cost",
        counts: { requests: 2 },
        timestamps: {
          started_at: "1970-01-01T00:00:00.000Z",
          finished_at: "1970-01-01T00:00:01.000Z",
        },
      },
    });
  });
});
