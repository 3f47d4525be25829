import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { expect, it } from "vitest";

const config = `toolbox:
  http: [{ name: shop, drafts: true }]
egress:
  allow: [{ origin: "https://api.example" }]
`;

const draft = `tool:
  name: get_order
  description: Finds the order of the shop that was made last.
  inputSchema: { type: object, properties: {}, additionalProperties: false }
  outputSchema: { type: object, properties: {}, additionalProperties: false }
  annotations: { readOnlyHint: true, destructiveHint: false }
  _meta: { dev.toolcourt/contract: { effect: read } }
operation:
  method: GET
  base: { origin: "https://api.example", path: "" }
  path: /orders/last
  parameters: []
  response: { contentType: application/json, shape: object }
  security: []
`;

// Every command opens a store with its own thread, which is slow on a busy machine.
it("explains an approved draft, and creates no store to look for drafts", {
  timeout: 30_000,
}, async () => {
  await using folder = await openFolder({ "toolcourt.yaml": config, "order.yaml": draft });
  const drafts = (...args: readonly string[]) => run(["drafts", ...args], { folder: folder.path });
  const explain = () => run(["explain", "get_order"], { folder: folder.path });
  const before = await explain();
  const files = await folder.files();
  await drafts("add", "order.yaml", "--into", "shop");
  const pending = await explain();
  const { output } = await drafts("show", "shop/get_order");
  const digest = /^Digest: +([0-9a-f]+)/m.exec(output)?.[1] ?? "";
  await drafts("approve", "shop/get_order", "--digest", digest);

  expect([before.code, pending.code]).toEqual([2, 2]);
  expect(files.toSorted()).toEqual(["order.yaml", "toolcourt.yaml"]);
  expect((await explain()).output).toMatch(/^get_order {2}callable\n/);
});
