import { describe, expect, it } from "vitest";
import { isJsonObject } from "../../contract/json.ts";
import { remarks } from "../../testing/remarks.ts";
import { inputDiscovery } from "./discovery.ts";

describe("input/discovery", () => {
  it("names everything that is missing", () => {
    const found = remarks(inputDiscovery, { input: { type: "object", properties: {} } });

    expect(found.map(({ message }) => message)).toEqual(
      ["connection_id", "scope", "tier", "correlation_id", "session_id"].map(
        (name) => `Add the parameter \`${name}\`.`,
      ),
    );
  });

  it("points at a parameter that may be left out", () => {
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
    "wants levels that somebody must name: %j",
    (scope) => {
      const [good] = inputDiscovery.good;
      const declared = good?.input?.["properties"];
      const properties = { ...(isJsonObject(declared) ? declared : {}), scope };

      expect(remarks(inputDiscovery, { input: { ...good?.input, properties } })).toHaveLength(1);
    },
  );

  it("matters for discoveries only", () => {
    expect(inputDiscovery.severity).toEqual({ "cloud-discovery": "error" });
  });
});
