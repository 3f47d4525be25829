import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import {
  answering,
  type ConnectionDifferences,
  openDiscovery,
  rightArguments,
  targetOrigin,
} from "@toolcourt/testing/discovery";
import { codeOf } from "@toolcourt/testing/http-tools";
import { describe, expect, it } from "vitest";

// T37: the order of checks, shown by calls with two faults at once.

/** Possible faults of one call. */
interface Wrongs {
  readonly tool?: string;
  readonly given?: JsonObject;
  readonly egress?: JsonObject;
  readonly connection?: ConnectionDifferences;
  readonly openCredential?: () => Promise<never>;
  readonly status?: number;
}

interface Step {
  readonly step: string;
  readonly code: string;
  readonly wrongs: Wrongs;
}

const unopened = (): Promise<never> =>
  Promise.reject(new Refusal("connection-unavailable", { connection: "azure", because: "vault" }));

/** The steps in order, each with a fault it refuses. */
const steps: readonly Step[] = [
  { step: "unknown tool", code: "tool-unknown", wrongs: { tool: "list-everything" } },
  { step: "status", code: "tool-quarantined", wrongs: { tool: "list-nothing" } },
  { step: "payload size", code: "egress-refused", wrongs: { given: { note: "x".repeat(5_000) } } },
  { step: "schema", code: "input-invalid", wrongs: { given: { tier: "everything" } } },
  {
    step: "policy on the method",
    code: "egress-refused",
    wrongs: { egress: { allow: [{ origin: targetOrigin, methods: ["POST"] }] } },
  },
  { step: "owner", code: "connection-missing", wrongs: { connection: { owner: "grace" } } },
  {
    step: "status of it",
    code: "connection-revoked",
    wrongs: { connection: { status: "revoked" } },
  },
  { step: "expiry", code: "connection-expired", wrongs: { connection: { expiresAt: 1 } } },
  {
    step: "scope",
    code: "connection-scope",
    wrongs: { connection: { levels: { tenantId: ["t2"], subscriptionId: ["s1"] } } },
  },
  { step: "tier", code: "connection-tier", wrongs: { connection: { tiers: [] } } },
  { step: "token", code: "connection-unavailable", wrongs: { openCredential: unopened } },
  { step: "dispatch", code: "target-failed", wrongs: { status: 500 } },
];

function both(first: Wrongs, second: Wrongs): Wrongs {
  return {
    ...second,
    ...first,
    given: { ...second.given, ...first.given },
    egress: { ...second.egress, ...first.egress },
    connection: { ...second.connection, ...first.connection },
  };
}

async function codeWith(wrongs: Wrongs): Promise<string> {
  const {
    tool = "list-resources",
    given,
    egress,
    connection = {},
    openCredential,
    status,
  } = wrongs;
  const { call } = await openDiscovery({
    egress: { max_payload: "4KB", ...egress },
    connection,
    answer: answering({ value: [] }, status),
    ...(openCredential && { openCredential }),
  });
  return codeOf(call(tool, { ...rightArguments, ...given }));
}

const neighbors = steps.slice(1).map((later, index) => ({ earlier: steps[index], later }));

describe("the order of checks (T37)", () => {
  it.each(steps)("refuses a fault at $step alone", async ({ code, wrongs }) => {
    expect(await codeWith(wrongs)).toBe(code);
  });

  it.each(neighbors)("checks $earlier.step before $later.step", async ({ earlier, later }) => {
    expect(await codeWith(both(earlier?.wrongs ?? {}, later.wrongs))).toBe(earlier?.code);
  });

  it("sends nothing before all checks have passed", async () => {
    const { call, management } = await openDiscovery({ openCredential: unopened });
    await codeOf(call("list-resources", rightArguments));

    expect(management.connections()).toBe(0);
  });
});
