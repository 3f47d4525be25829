import { expect, it } from "vitest";
import { systemLookup } from "./lookup.ts";

it("resolves names as the system does", async () => {
  const addresses = await systemLookup("localhost");

  expect(addresses.filter((address) => !["127.0.0.1", "::1"].includes(address))).toEqual([]);
  expect(addresses).not.toEqual([]);
});
