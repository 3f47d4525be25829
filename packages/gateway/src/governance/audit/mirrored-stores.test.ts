import { auditEntry } from "@toolcourt/testing/audit";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../stores/audit-store.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { approval, connection, draft, grant, noon } from "../../stores/suites/builders.ts";
import { link } from "./chain.ts";
import { mirroredStores } from "./mirrored-stores.ts";

function setUp() {
  const copied: string[] = [];
  const copy = async (entries: readonly AuditEntry[]) => {
    copied.push(...entries.map(({ body }) => body));
  };
  return { copied, stores: mirroredStores(openMemoryStores({ link }), copy) };
}

const entry = (body: string): AuditEntry => auditEntry({ body });

describe("mirroredStores", () => {
  it("copies entries of approval transactions after each commit", async () => {
    const { copied, stores } = setUp();
    const { approvals } = stores;
    const asked = approval();
    const { id, digest } = asked;
    const yes = { to: "approved", by: "operator:olga", at: noon } as const;
    const use = { id, digest, callId: "c1", at: noon };

    await approvals.add(asked, { max: 10, entry: entry("requested") });
    await approvals.add({ ...asked, id: "a-2" }, { max: 10, entry: entry("requested again") });
    await approvals.decide(id, yes, entry("decided"));
    await approvals.decide(id, yes, entry("decided again"));
    await approvals.consume(use, entry("consumed"));
    await approvals.consume(use, entry("consumed again"));

    expect(copied).toEqual(["requested", "decided", "consumed"]);
  });

  it("copies entries of grants, if something changed", async () => {
    const { copied, stores } = setUp();
    const { grants } = stores;
    const use = { id: "g1", at: noon };
    const ending = { to: "revoked", by: "operator:olga", at: noon } as const;

    await grants.add(grant({ maxUses: 2 }), { max: 1, entry: entry("given") });
    await grants.add(grant({ id: "g2" }), { max: 1, entry: entry("too many") });
    await grants.use(use, entry("used"));
    await grants.end("g1", ending, entry("revoked"));
    await grants.end("g1", ending, entry("revoked again"));
    await grants.use(use, entry("used again"));

    expect(copied).toEqual(["given", "used", "revoked"]);
  });

  it("copies policy changes and entries appended outside of calls", async () => {
    const { copied, stores } = setUp();
    const policy = { version: "v1", by: "operator:olga", at: noon, text: "" };

    await stores.policies.put(policy, { replaces: undefined, entry: entry("put") });
    await stores.policies.put(policy, { replaces: undefined, entry: entry("overtaken") });
    await stores.audit.append([entry("exported")], "on-disk");

    expect(copied).toEqual(["put", "exported"]);
    expect((await stores.audit.read(1, 9)).map(({ body }) => body)).toEqual(["put", "exported"]);
  });

  it("copies entries of connections and drafts, if something changed", async () => {
    const { copied, stores } = setUp();
    const { connections, drafts } = stores;

    await connections.add(connection(), entry("added"));
    await connections.add(connection(), entry("taken"));
    await connections.replace(connection({ version: 2 }), entry("replaced"));
    await connections.replace(connection({ version: 2 }), entry("overtaken"));
    await connections.replace(connection({ version: 3 }));
    await drafts.put([{ draft: draft() }], [entry("imported"), entry("and judged")]);
    await drafts.put([{ draft: draft() }], [entry("overtaken too")]);

    expect(copied).toEqual(["added", "replaced", "imported", "and judged"]);
  });
});
