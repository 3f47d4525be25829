import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { outputDiscovery } from "./discovery.ts";

describe("output/discovery", () => {
  it("reports every field that a result could omit", () => {
    const metadata = {
      type: "object",
      properties: { discovery: { type: "object", properties: { stage: {} }, required: ["stage"] } },
    };
    const found = remarks(outputDiscovery, {
      output: { type: "object", properties: { metadata } },
    });

    expect(found.map(({ message }) => message)).toEqual([
      "Declare `discovery_id` and require it.",
      "Declare `counts` and require it.",
      "Declare `timestamps` and require it.",
    ]);
  });

  it("requires the fields under metadata.discovery and accepts them nowhere else", () => {
    const [good] = outputDiscovery.good;
    const elsewhere = { type: "object", properties: { about: good?.output ?? {} } };

    expect(remarks(outputDiscovery, { output: elsewhere })).toEqual([
      { pointer: "/output", message: "Describe `metadata.discovery` in the output schema." },
    ]);
  });
});
