import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openAuthority } from "../../packages/gateway/src/compose/open-authority.ts";
import {
  type Discovery,
  openDiscovery,
  rightArguments,
} from "../../packages/testing/src/discovery.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { codeOf } from "../../packages/testing/src/http-tools.ts";

/** Opens a gateway whose policy names the stored connection `azure`, with the id `c1`. */
async function openWith(statements: string): Promise<Discovery> {
  const written = `version: 1\nstatements:\n${statements}\n...\n`;
  const folder = await openFolder({ "policy.yaml": written });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const settings = {
    stores: { url: "memory:", whenRedisIsDown: "local" },
    policy: { from: "file", file: "policy.yaml" },
    audit: { key: "audit.key", mustReach: "any" },
    approvals: { key: "approvals.key", approvers: 1, retainForMs: 86_400_000 },
    quarantine: { retain: "all", retainForMs: 86_400_000, maxResults: 100, maxBytes: 1_048_576 },
    results: { retain: "none", retainForMs: 1_000, required: false },
    connections: { key: "file:vault.key" },
  } as const;
  const authority = await openAuthority(settings, {
    clock: systemClock,
    write: () => undefined,
    newId: () => "id-1",
    randomBytes: (count) => new Uint8Array(count).fill(7),
    folder: folder.path,
    maxCallMs: 60_000,
  });
  onTestFinished(() => authority[Symbol.asyncDispose]());
  return openDiscovery({ deps: { authority } });
}

const everybody = '  - { id: all, effect: allow, principals: ["*"], tools: ["*"] }';
const notOver = (name: string): string =>
  `  - { id: not-over, effect: deny, principals: ["*"], tools: ["*"], when: 'has(connection.name) && connection.name == "${name}"' }`;
const onlyOver = (name: string): string =>
  `  - { id: over, effect: allow, principals: ["*"], tools: ["*"], when: 'connection.name == "${name}"' }`;

describe("a policy on stored connections", () => {
  // The id resolves to the same connection, so it must not bypass a statement about the name.
  it.each(["azure", "c1"])(
    "refuses a call over a connection named as %s",
    async (connection_id) => {
      const { call, management } = await openWith([everybody, notOver("azure")].join("\n"));

      const answer = call("list-resources", { ...rightArguments, connection_id });

      expect(await codeOf(answer)).toBe("policy-denied");
      expect(management.connections()).toBe(0);
    },
  );

  it.each(["azure", "c1"])("allows a call over a connection named as %s", async (connection_id) => {
    const { call } = await openWith(onlyOver("azure"));

    const answer = call("list-resources", { ...rightArguments, connection_id });

    expect(await codeOf(answer)).toBe("answered");
  });

  it("allows nothing over another or an unknown connection", async () => {
    const { call, management } = await openWith(onlyOver("work"));

    const others = ["azure", "c1", "work"].map((connection_id) =>
      codeOf(call("list-resources", { ...rightArguments, connection_id })),
    );

    expect(await Promise.all(others)).toEqual(Array(3).fill("policy-denied"));
    expect(management.connections()).toBe(0);
  });
});
