import { describe, expect, it } from "vitest";
import { isJsonObject } from "../../contract/json.ts";
import { remarks } from "../../testing/remarks.ts";
import { inputDiscovery } from "./discovery.ts";

describe("input/discovery", () => {
  it("reports every missing part", () => {
    const found = remarks(inputDiscovery, { input: { type: "object", properties: {} } });

    expect(found.map(({ message }) => message)).toEqual(
      ["connection_id", "scope", "tier", "correlation_id", "session_id"].map(
        (name) => `Add the parameter \`${name}\`.`,
      ),
    );
  });

  it("points at an optional parameter", () => {
    const [good] = inputDiscovery.good;
    const found = remarks(inputDiscovery, {
      input: {
        ...good?.input,
        required: ["connection_id", "scope", "correlation_id", "session_id"],
      },
    });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/input/properties/tier"]);
  });

  it.each([true, "x", { type: "object", properties: { a: {} } }, { required: ["a"] }])(
    "requires levels that the caller must name: %j",
    (scope) => {
      const [good] = inputDiscovery.good;
      const declared = good?.input?.["properties"];
      const properties = { ...(isJsonObject(declared) ? declared : {}), scope };

      expect(remarks(inputDiscovery, { input: { ...good?.input, properties } })).toHaveLength(1);
    },
  );

  it("applies to discoveries only", () => {
    expect(inputDiscovery.severity).toEqual({ "cloud-discovery": "error" });
  });
});
