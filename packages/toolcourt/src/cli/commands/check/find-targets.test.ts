import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { expect, it } from "vitest";

const crm = JSON.stringify([tool({ name: "getCard" })]);

async function errorsWith(overlay: string): Promise<string> {
  await using folder = await openFolder({ "crm.json": crm, [`contracts/${overlay}`]: "{}" });
  const { errors } = await run(["check", "crm.json", "--json"], { folder: folder.path });
  return errors;
}

it("reports an overlay without a tool", async () => {
  expect(await errorsWith("crm/gone.yaml")).toBe(
    "contracts/crm/gone.yaml belongs to no tool that was judged.",
  );
});

it.each(["crm/getcard.yaml", "crm/getCard.yml"])("reports %s", async (overlay) => {
  expect(await errorsWith(overlay)).toMatch(/belongs to no tool that was judged\./);
});

it("suggests the right file name", async () => {
  expect(await errorsWith("crm/getCard.yml")).toMatch(
    / Rename it to contracts\/crm\/getCard\.yaml\.$/,
  );
});

it.each(["crm/getCard.yaml", "other/gone.yaml", "crm/README.md"])("ignores %s", async (overlay) => {
  expect(await errorsWith(overlay)).toBe("");
});
