import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openAuthority } from "@toolcourt/gateway/internal/compose/open-authority";
import { versionOf } from "@toolcourt/gateway/internal/governance/policy/read-policy";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { link } from "@toolcourt/gateway/store-suites";
import { openDiscovery, rightArguments, targetOrigin } from "@toolcourt/testing/discovery";
import { openFolder } from "@toolcourt/testing/folder";
import { codeOf } from "@toolcourt/testing/http-tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { createStoresFixture, openDoor } from "../testing/cosmos-doors.ts";
import { noteEntry } from "../testing/short-notes.ts";

// S2-12: the origins and methods of a discovery are checked against the container `policies`.

const noon = Date.UTC(2026, 10, 1, 12);

/** Opens the stores of a gateway whose policies are in Cosmos DB, with these policies put in order. */
async function openPolicies(...texts: readonly string[]) {
  const home = openMemoryStores({ link });
  const fixture = createStoresFixture();
  const stores = await openDoor({ home, fixture, clock: systemClock });
  let replaces: string | undefined;
  for (const text of texts) {
    const version = versionOf(text);
    const entry = noteEntry("policy.put", { version }, noon);
    const policy = { version, text, by: "operator:grace", at: noon };
    expect(await stores.policies.put(policy, { replaces, entry })).toBe("put");
    replaces = version;
  }
  return { stores, home };
}

/** Calls a tool that reads, through a gateway over these stores. */
async function discover({ stores }: Awaited<ReturnType<typeof openPolicies>>) {
  const folder = await openFolder({});
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const settings = {
    stores: { url: "memory:" },
    policy: { from: "store" },
    audit: { key: "audit.key", mustReach: "any" },
    approvals: { key: "approvals.key", approvers: 1, retainForMs: 86_400_000 },
    quarantine: { retain: "all", retainForMs: 86_400_000, maxResults: 100, maxBytes: 1_048_576 },
    results: { retain: "none", retainForMs: 1_000, required: false },
    connections: { key: "file:vault.key" },
  } as const;
  const authority = await openAuthority(settings, {
    stores,
    clock: systemClock,
    write: () => undefined,
    newId: () => "id-1",
    randomBytes: (count) => new Uint8Array(count).fill(7),
    folder: folder.path,
    maxCallMs: 60_000,
  });
  onTestFinished(() => authority[Symbol.asyncDispose]());
  const { call, management } = await openDiscovery({ deps: { authority } });
  const principal = { id: "ada", kind: "local", permissions: "all" } as const;
  const code = await codeOf(call("list-resources", rightArguments, { principal }));
  return { code, requests: management.seen.length };
}

function policyWith(egress: string): string {
  return `version: 1
statements: [{ id: local, effect: allow, kinds: [local], tools: ["*"] }]
${egress}
...
`;
}

const granted = policyWith(`egress: [{ origin: "${targetOrigin}" }]`);
const elsewhere = policyWith('egress: [{ origin: "https://other.example.com" }]');

describe("egress origins in the container of policies (S2-12)", () => {
  it.each([
    ["names the origin", granted, ["answered", 1]],
    ["names another origin", elsewhere, ["egress-refused", 0]],
    [
      "names another method",
      policyWith(`egress: [{ origin: "${targetOrigin}", methods: [POST] }]`),
      ["egress-refused", 0],
    ],
    ["names no origin at all", policyWith("egress: []"), ["egress-refused", 0]],
    ["leaves it to the configuration", policyWith(""), ["answered", 1]],
  ])("decide if the policy %s", async (_, text, ended) => {
    const { code, requests } = await discover(await openPolicies(text));

    expect([code, requests]).toEqual(ended);
  });

  it("decide by the newest policy, and every version is kept and audited", async () => {
    const opened = await openPolicies(granted, elsewhere);

    expect(await discover(opened)).toEqual({ code: "egress-refused", requests: 0 });
    const versions = [elsewhere, granted].map(versionOf);
    const listed = await opened.stores.policies.list(10);
    expect(listed.map(({ version }) => version)).toEqual(versions);
    const audited = (await opened.home.audit.read(1, 2)).map(({ body }) => body);
    expect(audited.join("\n")).toMatch(new RegExp(versions.toReversed().join(".*\n.*")));
  });
});
