import type { Page } from "playwright-core";
import { meWith } from "../fixture-data.ts";
import type { PageState } from "../states.ts";
import { allowed, ended, failed, place, short, trying, tryRoutes, unfit, waits } from "./try.ts";

async function fill(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "account" }).fill("CH93 0076 2011 6238 5295 7");
  await page.getByRole("textbox", { name: "amount" }).fill("1250.50");
  await page.getByRole("combobox", { name: "currency" }).selectOption("CHF");
  await page.getByRole("button", { name: "Add an item: tags" }).click();
  await page.getByRole("textbox", { name: "Item 1" }).fill("rent");
  await page.getByLabel("Alternative: target").selectOption({ label: "A fund" });
  await page.getByRole("textbox", { name: "number", exact: true }).fill("12345678901234567890");
  await page.getByRole("button", { name: "Fill in: address" }).click();
}

const known = ".verdict-good, .verdict-bad, .verdict-warn";

async function filled(page: Page): Promise<void> {
  await fill(page);
  await page.locator(known).waitFor();
}

async function run(page: Page): Promise<void> {
  await filled(page);
  await page.locator("#run").click();
  await page.locator(".outcome").waitFor();
}

async function judged(page: Page): Promise<void> {
  await page.locator(known).waitFor();
}

const path = `${place}/try`;
const refusal = {
  code: "tool-quarantined",
  message: "transfer_money is held: its contract differs from the approved one.",
  next: "toolcourt lock",
};

/** The page in each of its states. */
export const tryStates: readonly PageState[] = [
  { name: "try", path, prepare: filled, isShown: true },
  { name: "try, nothing filled in", path, prepare: judged },
  { name: "try, answered", path, prepare: run },
  {
    name: "try, issues",
    path,
    routes: trying(unfit, ended),
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "amount" }).fill("-1");
      await page.getByRole("button", { name: "Add an item: tags" }).click();
      await page.locator(".field .issues").first().waitFor();
    },
  },
  {
    name: "try, waits for approval",
    path,
    routes: trying({ ...allowed, approval: "operator" }, waits),
    prepare: run,
  },
  { name: "try, failed", path, routes: trying(allowed, failed), prepare: run },
  { name: "try, as JSON", path: `${path}?as=json`, prepare: judged },
  {
    name: "try, JSON not finished",
    path: `${path}?as=json`,
    prepare: async (page) => {
      await page.locator("#whole").fill('{"account": "CH93",\n  "amount": 12,}');
      await page.getByText("Line 2").waitFor();
    },
  },
  {
    name: "try, no form of JSON that is not finished",
    path: `${path}?as=json`,
    prepare: async (page) => {
      await page.locator("#whole").fill("{");
      await page.keyboard.press("Alt+j");
      await page.getByText("there is no form").waitFor();
    },
  },
  {
    name: "try, destroying",
    path,
    routes: trying(allowed, ended, { effect: "destroy", input: short, approval: null }),
    prepare: judged,
  },
  {
    name: "try, no arguments",
    path,
    routes: trying(allowed, ended, { effect: "read", input: { type: "object" }, hosts: [] }),
    prepare: judged,
  },
  {
    name: "try, only JSON",
    path,
    routes: trying(allowed, ended, { input: { type: "object", not: {} } }),
    prepare: judged,
  },
  {
    name: "try, held",
    path,
    routes: trying(allowed, ended, { input: null, description: "", refusal }),
  },
  {
    name: "try, the gate fails",
    path,
    routes: {
      ...tryRoutes,
      [`POST ${place}/try`]: () => ({
        status: 503,
        body: {
          error: {
            code: "admin-unavailable",
            message: "The store failed.",
            next: "toolcourt doctor",
          },
        },
      }),
    },
    prepare: async (page) => page.locator(".verdict .problem").waitFor(),
  },
  { name: "try, unknown", path: "tools/bank/none/try" },
  {
    name: "try, without permission",
    path,
    routes: { "GET me": () => ({ body: meWith(["approvals:read"]) }) },
  },
];

/** Opens what a hostile contract and a hostile result have to show. */
export async function runHostile(page: Page): Promise<void> {
  await page.locator(".field .issues").nth(40).waitFor();
  for (const choice of await page.locator("select.alternatives").all()) {
    await choice.selectOption({ index: 1 });
  }
  await page.locator("#run").click();
  await page.locator(".outcome .result").nth(40).waitFor();
}
