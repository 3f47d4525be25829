import type { JsonObject } from "@toolcourt/sdk";
import type { Page } from "playwright-core";
import { meWith } from "../fixture-me.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";
import { explained, policyShown, text } from "./policy-data.ts";

const flaws = [
  { line: 8, column: 1, message: "statement: Unknown key. Did you mean statements?" },
  {
    line: 13,
    column: 14,
    message: "statements[0].effects[0]: Expected read, write or destroy, got raed.",
  },
];

function answering(key: string, body: JsonObject, status = 200): FixtureRoutes {
  return { [key]: () => ({ status, body }) };
}

/** Asks the policy, and waits for its answer. */
export async function askedPolicy(page: Page): Promise<void> {
  await page.locator("[name=id]").fill("key:ada");
  await page.locator("[name=tool]").fill("get_customer");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await page.getByRole("heading", { name: "Answer" }).waitFor();
}

/** Changes the text, and tries it. */
export async function changedPolicy(page: Page): Promise<void> {
  await page.getByLabel("Changed text").fill(text.replace("effects: [read]", "effects: [destroy]"));
  await page.getByText("In order").waitFor();
  await page.getByRole("button", { name: "Try against these calls" }).click();
  await page.getByText("recorded calls").first().waitFor();
}

/** The page of the policy in its states. */
export const policyStates: readonly PageState[] = [
  { name: "policy", path: "policy", isShown: true },
  {
    name: "policy, unusable file",
    path: "policy",
    routes: answering(
      "GET policy",
      policyShown({
        from: "file",
        name: "policy.yaml",
        usable: false,
        inForce: null,
        statements: 0,
        writable: false,
        marks: flaws,
        problems: flaws.map(
          ({ line, column, message }) => `policy.yaml:${line}:${column} ${message}`,
        ),
      }),
    ),
  },
  {
    name: "policy, waits for a reload",
    path: "policy?line=9",
    routes: answering(
      "GET policy",
      policyShown({ from: "file", name: "policy.yaml", waitsForReload: true, writable: false }),
    ),
  },
  {
    name: "policy, none yet",
    path: "policy",
    routes: answering(
      "GET policy",
      policyShown({
        text: null,
        version: null,
        inForce: null,
        usable: false,
        statements: 0,
        problems: ["the store holds no policy yet: put one there with `toolcourt policy put`."],
      }),
    ),
  },
  {
    name: "policy, failing",
    path: "policy",
    routes: answering(
      "GET policy",
      {
        error: {
          code: "admin-unavailable",
          message: "The store failed.",
          next: "toolcourt doctor",
        },
      },
      503,
    ),
  },
  {
    name: "policy, of a tenant",
    path: "policy",
    routes: answering(
      "GET policy",
      {
        error: {
          code: "policy-refused",
          message: "The policy names all tenants, so principals of one tenant do not get it.",
          next: "toolcourt policy --help",
        },
      },
      403,
    ),
  },
  {
    name: "policy, without permission",
    path: "policy",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  { name: "policy, asked", path: "policy?tab=ask", prepare: askedPolicy, isShown: true },
  {
    name: "policy, asked and refused",
    path: "policy?tab=ask",
    routes: answering("POST policy/explain", explained),
    prepare: askedPolicy,
  },
  {
    name: "policy, asked with wrong arguments",
    path: "policy?tab=ask",
    prepare: async (page) => {
      await page.locator("[name=id]").fill("key:ada");
      await page.locator("[name=tool]").fill("get_customer");
      await page.locator("[name=arguments]").fill("[1");
      await page.getByRole("button", { name: "Explain", exact: true }).click();
      await page.getByText("The arguments are no JSON object.").waitFor();
    },
  },
  {
    name: "policy, changed and tried",
    path: "policy?tab=change",
    prepare: changedPolicy,
    isShown: true,
  },
  {
    name: "policy, changed with mistakes",
    path: "policy?tab=change",
    routes: answering("POST policy/check", {
      usable: false,
      version: null,
      statements: 0,
      marks: flaws,
    }),
    prepare: async (page) => {
      await page.getByText("2 mistakes").waitFor();
    },
  },
  {
    name: "policy, about to be put",
    path: "policy?tab=change",
    prepare: async (page) => {
      await changedPolicy(page);
      await page.getByRole("button", { name: "Put into the store" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
];
