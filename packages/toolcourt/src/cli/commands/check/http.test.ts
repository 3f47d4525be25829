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
