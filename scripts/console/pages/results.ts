import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

export const callId = "5f0c8d2a-91c0-4be4-8d2a-91c07be45f0c";
const digest = "sha256:90d98a0443dd1dcbf00efb01ed78c28763c1b8cac6f7411b631a1acdfb02461f";

export function listed(index: number, changes: JsonObject = {}): JsonObject {
  return {
    callId:
      index === 0
        ? callId
        : `${(0x5f0c8d2a - index * 7_919).toString(16)}-91c0-4be4-8d2a-91c07be45f0c`,
    tenant: "",
    subject: "0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44",
    server: index % 3 === 2 ? "azure" : "bank",
    tool: ["transfer_money", "list_invoices", "query_costs"][index % 3] ?? "",
    contract: "sha256:4be7c07a912d8d".padEnd(71, "3"),
    at: new Date(Date.now() - index * 1_700_000).toISOString(),
    digest,
    ...(index % 3 === 2 && {
      discoveryId: "5d0c8f0e-7a53-4a4b-9d59-3a1f0c6b2e71",
      tier: "cost",
      stage: "query",
      scope: { subscriptionId: "11111111-2222-3333-4444-555555555555" },
    }),
    ...changes,
  };
}

export const output = {
  content: [{ type: "text", text: "Booked 1,250.50 CHF to Grace Hopper." }],
  structuredContent: {
    booking: { id: "B-2026-11-19-0007", amount: { currency: "CHF", value: 1_250.5 } },
    reference: `Invoice 2026-1187. ${"The booking is final. ".repeat(30)}`,
    warnings: [],
  },
};

export function shown(text: string, changes: JsonObject = {}): JsonObject {
  return {
    ...listed(0),
    bytes: Buffer.byteLength(text),
    isIntact: true,
    inLog: { kind: "matches", row: 48_203 },
    text,
    isCut: false,
    ...changes,
  };
}

/** The kept results in their usual state. */
export const resultRoutes: FixtureRoutes = {
  "GET results": () => ({
    body: { results: Array.from({ length: 9 }, (_, index) => listed(index)), next: "1-0" },
  }),
  [`GET results/${callId}`]: () => ({ body: shown(JSON.stringify(output)) }),
  [`GET results/${callId}/output`]: () => ({ text: JSON.stringify(output) }),
};

function hostile(text: string): JsonObject {
  return {
    callId: text,
    tenant: text,
    subject: text,
    server: text,
    tool: text,
    contract: text,
    digest: text,
    discoveryId: text,
    connection: text,
    tier: text,
    stage: text,
    correlation: text,
    scope: { [text]: text },
  };
}

/** The same with these strings wherever a text is not ours. */
export function hostileResults(strings: readonly string[]): FixtureRoutes {
  const [first = ""] = strings;
  const all = strings.slice(0, 100);
  const given = Object.fromEntries(strings.map((text, index) => [`${index} ${text}`, text]));
  return {
    "GET results": () => ({
      body: { results: all.map((text, index) => listed(index, hostile(text))) },
    }),
    "GET results/hostile": () => ({
      body: shown(JSON.stringify(given), {
        ...hostile(first),
        tool: "\u{202e}gnp.exe",
        callId: "\u{202e}rm -rf",
      }),
    }),
  };
}
