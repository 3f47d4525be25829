import { shownJson } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type { JsonObject } from "@toolcourt/sdk";
import { meWith } from "../fixture-me.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";

const digest = `sha256:${"8d2a91c07be4".padEnd(64, "0")}`;

const tool: JsonObject = {
  name: "list_invoices",
  title: "List invoices",
  description: "Lists the invoices of a customer, the newest first.",
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: "object",
    properties: {
      customer: { type: "string", maxLength: 64 },
      page: { type: "integer", minimum: 1 },
    },
    required: ["customer"],
    additionalProperties: false,
  },
};

const operation: JsonObject = {
  method: "GET",
  path: "/v1/customers/{customer}/invoices",
  base: { origin: "https://billing.example.com", path: "" },
  parameters: [
    { name: "customer", in: "path" },
    { name: "page", in: "query" },
  ],
  security: [[{ scheme: "oauth", scopes: ["invoices:read"] }]],
};

function summary(changes: JsonObject = {}): JsonObject {
  return {
    set: "billing",
    name: "list_invoices",
    version: 2,
    digest,
    state: "pending",
    standing: "pending",
    changedAt: Date.now() - 7_200_000,
    ...changes,
  };
}

function draftShown(changes: JsonObject = {}): JsonObject {
  return {
    ...summary(),
    tool,
    operation,
    provenance: {
      from: "billing.openapi.yaml",
      documentDigest: `sha256:${"4be7c07a912d".padEnd(64, "0")}`,
      pointer: "/paths/~1v1~1customers~1{customer}~1invoices/get",
      edition: "3.1",
      title: "Billing",
      version: "2026-11",
    },
    writtenBy: "operator:grace",
    alsoWrittenBy: [],
    notes: [{ pointer: "/responses/200", message: "The response has no schema." }],
    findings: [
      {
        severity: "warning",
        rule: "text/description-length",
        pointer: "/description",
        message: "Say when a caller should prefer another tool.",
      },
    ],
    approvable: true,
    visible: shownJson({ tool, operation }, "whole").text,
    ...changes,
  };
}

const others = [
  summary(),
  summary({ name: "create_invoice", standing: "changed", decision: decidedBy("operator:olga") }),
  summary({ set: "crm", name: "find_customer", changedAt: Date.now() - 90_000_000 }),
];

function decidedBy(by: string): JsonObject {
  return { kind: "approved", digest, by, at: Date.now() - 86_400_000 };
}

const path = "drafts/billing/list_invoices";

/** The routes of a gateway with some drafts. */
export function draftRoutes(): FixtureRoutes {
  return {
    "GET drafts": () => ({ body: { drafts: others, next: "crm/find_customer" } }),
    [`GET ${path}`]: () => ({ body: draftShown() }),
    [`POST ${path}/edit`]: () => ({
      body: { set: "billing", name: "list_invoices", changed: true },
    }),
  };
}

function withDraft(changes: JsonObject): FixtureRoutes {
  return { [`GET ${path}`]: () => ({ body: draftShown(changes) }) };
}

const long = { ...tool, description: "Lists the invoices of a customer. ".repeat(30) };

/** The pages of drafts in their states. */
export const draftStates: readonly PageState[] = [
  { name: "drafts", path: "drafts", isShown: true },
  {
    name: "drafts, none",
    path: "drafts",
    routes: { "GET drafts": () => ({ body: { drafts: [] } }) },
  },
  {
    name: "drafts, rejected",
    path: "drafts?state=rejected&cursor=a%2Fb",
    routes: { "GET drafts": () => ({ body: { drafts: [] } }) },
  },
  {
    name: "drafts, failing",
    path: "drafts",
    routes: {
      "GET drafts": () => ({
        status: 503,
        body: { error: { code: "admin-unavailable", message: "The store failed." } },
      }),
    },
  },
  {
    name: "drafts, without permission",
    path: "drafts",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  { name: "draft", path, isShown: true },
  {
    name: "draft, typed wrong",
    path,
    prepare: async (page) => {
      await page.locator("#digest").fill("8d2b");
    },
  },
  { name: "draft, long value closed", path, routes: withDraft({ tool: long }) },
  {
    name: "draft, flawed",
    path,
    routes: withDraft({
      approvable: false,
      findings: [
        {
          severity: "error",
          rule: "input/closed",
          pointer: "/inputSchema",
          message: "This object accepts any key; set `additionalProperties` to false.",
        },
      ],
    }),
  },
  {
    name: "draft, changed",
    path,
    routes: withDraft({
      standing: "changed",
      decision: decidedBy("operator:olga"),
      changedSinceApproved: [
        { pointer: "/tool/description", was: "Lists invoices.", is: tool["description"] ?? null },
        { pointer: "/operation/parameters/1", is: { name: "page", in: "query" } },
      ],
    }),
  },
  {
    name: "draft, approved",
    path,
    routes: withDraft({ state: "approved", standing: "callable", decision: decidedBy("olga") }),
  },
  {
    name: "draft, rejected",
    path,
    routes: withDraft({ state: "rejected", standing: "rejected", decision: decidedBy("olga") }),
  },
  { name: "draft, exact text", path: `${path}?view=exact` },
  { name: "draft, edited", path: `${path}?view=edit` },
  {
    name: "draft, edited wrong",
    path: `${path}?view=edit`,
    prepare: async (page) => {
      await page.getByLabel("Tool and request").fill("{");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("This is no JSON object.").waitFor();
    },
  },
  {
    name: "draft, about to be rejected",
    path,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Reject" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "draft, written only",
    path,
    routes: { "GET me": () => ({ body: meWith(["drafts:write"]) }) },
  },
  { name: "draft, unknown", path: "drafts/none/none" },
];

export const hostileDraft: string = "drafts/hostile/one";

/** Shows hostile strings as everything that a draft has. */
export function hostileDrafts(strings: readonly string[]): FixtureRoutes {
  const list = strings.map((text, index) =>
    summary({ set: `${index}`, name: text, decision: decidedBy(text) }),
  );
  const joined = strings.join(" ");
  const given = Object.fromEntries(strings.map((text, index) => [`${index} ${text}`, text]));
  const places = strings.map((text) => ({ pointer: text, message: text }));
  const one = draftShown({
    set: "hostile",
    name: "\u{202e}gnp.exe",
    tool: given,
    operation: given,
    provenance: {
      from: joined,
      documentDigest: joined,
      pointer: joined,
      edition: joined,
      title: joined,
      version: joined,
      fields: strings.map((text, page) => ({
        field: text,
        page,
        element: text,
        text,
        confidence: 0.5,
      })),
    },
    writtenBy: joined,
    alsoWrittenBy: [...strings],
    notes: places,
    findings: places.map((each) => ({ ...each, severity: each.message, rule: each.message })),
    changedSinceApproved: strings.map((text, index) => ({
      pointer: `${index}${text}`,
      was: text,
      is: { [text]: text },
    })),
    visible: shownJson({ tool: given, operation: given }, "whole").text,
  });
  return {
    "GET drafts": () => ({ body: { drafts: list } }),
    [`GET ${hostileDraft}`]: () => ({ body: one }),
  };
}
