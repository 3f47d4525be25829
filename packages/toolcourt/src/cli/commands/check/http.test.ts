import { readFile } from "node:fs/promises";
import { openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const orders = `tools:
  - name: list-orders
    description: Lists the orders of a customer. Use it to see what somebody has bought.
    get: /customers/{customer}/orders
    input:
      customer: { type: integer, minimum: 1, description: The number of the customer. }
    output:
      type: object
      properties:
        orders: { type: array, description: The orders., items: { type: object } }
      required: [orders]
      additionalProperties: false
`;

async function check(text: string, ...args: readonly string[]): Promise<Ran> {
  await using folder = await openFolder({ "shop.yaml": text });
  return await run(["check", "shop.yaml", ...args], { folder: folder.path });
}

describe("toolcourt check of an HTTP tools file", () => {
  it("names the set after the file", async () => {
    const { code, output, errors } = await check(orders);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("shop/list-orders  callable");
  });

  it("applies the same rules as for server tools, and exits 1", async () => {
    const { code, output } = await check(orders.replace(/description: Lists.*/, 'description: ""'));

    expect(code).toBe(1);
    expect(output).toContain("shop/list-orders  not callable");
  });

  it("locates each finding in the file", async () => {
    const text = orders.replace("items: { type: object }", "items: { type: wrong }");

    const { output } = await check(text, "--format", "github");

    expect(output).toMatch(/^::error file=shop\.yaml,line=10,col=\d+/m);
  });

  const searched = `tools:
  - name: search-orders
    description: Searches the orders of a shop, all of them or those of one status.
    post: /search
    input:
      status: { enum: [open, paid], description: Only orders of this status. }
    optional: [status]
    body: { query: { join: ["orders", " | where status == '{status}'"] }, options: { top: 100 } }
    terms: { effect: read }
    paging: { items: /rows, cursor: { from: /next, body: /options/cursor } }
    poll: { header: Operation-Location, status: /status, done: [Succeeded], failed: [Failed] }
    result:
      orders: { each: /rows, take: { id: /id, status: /properties/status } }
      sums: { table: { columns: /columns, rows: /sums }, take: { amount: [Cost, Sum] } }
    empty: { orders: [], sums: [] }
    output:
      type: object
      properties:
        orders:
          type: array
          description: The orders.
          items:
            type: object
            properties:
              id: { type: string, description: Its number. }
              status: { type: string, description: Its status. }
            required: [id]
            additionalProperties: false
        sums:
          type: array
          description: The sums.
          items:
            type: object
            properties: { amount: { type: number, description: How much. } }
            additionalProperties: false
      required: [orders, sums]
      additionalProperties: false
`;

  it("accepts lists behind a body, pieces, projections and long operations", async () => {
    const { code, output, errors } = await check(searched);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("shop/search-orders  callable");
    expect(output).not.toContain("output/closed");
  });

  it.each([
    ["body: /options/cursor", "parameter: cursor", "tools[0].paging: This request has a body"],
    ["body: /options/cursor", "body: /query/cursor", "tools[0].paging: Point into"],
    [`" | where status`, `" | where '{status}' = '`, "tools[0].body: Close each quotation"],
    ["done: [Succeeded], ", "", "tools[0].poll: Give the states of success"],
  ])("refuses a request that would go wrong: %s as %s", async (right, wrong, expected) => {
    const { code, errors } = await check(searched.replace(right, wrong));

    expect(code).toBe(2);
    expect(errors).toContain(expected);
  });

  it("applies the overlays of the set", async () => {
    await using folder = await openFolder({
      "shop.yaml": orders.replace(/description: Lists.*/, 'description: ""'),
      "contracts/sales/list-orders.yaml": "description: Lists the orders of a customer.\n",
    });

    const { code, output } = await run(["check", "shop.yaml", "--server", "sales"], {
      folder: folder.path,
    });

    expect(output).toContain("sales/list-orders  callable");
    expect(code).toBe(0);
  });

  it("refuses an invalid file and gives the position of each mistake", async () => {
    const { code, output, errors } = await check(orders.replace("get:", "fetch:"));

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^shop\.yaml:4:5 tools\[0\]\.fetch: There is no such key\./m);
    expect(errors).toContain("(config-invalid;");
  });

  it("reports no findings for the shipped example", async () => {
    const example = new URL("../../../../../../examples/http-tools/tools.yaml", import.meta.url);

    const { code, errors } = await check(await readFile(example, "utf8"));

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });
});
