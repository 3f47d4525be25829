import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { metaNamed } from "./named.ts";

describe("meta/named", () => {
  it.each<JsonObject>([{}, { name: 7 }, { name: null }, { name: ["get-card"] }])(
    "reports %j as unnamed",
    (tool) => {
      const found = remarks(metaNamed, contractOf({ server: "cards", tool }));

      expect(found.map(({ pointer }) => pointer)).toEqual(["/name"]);
    },
  );

  it("leaves the form of a name to other rules", () => {
    expect(remarks(metaNamed, { name: "???" })).toEqual([]);
  });
});
