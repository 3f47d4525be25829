import { chmod } from "node:fs/promises";
import {
  judgedCall,
  noAbort,
  toolContract,
  validatedCall,
  writingTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import type { AuthorityConfig } from "../config/config.ts";
import { approvalKey } from "../governance/approvals/proposal.ts";
import type { ApprovedCall, Principal, Question } from "../pipeline/call.ts";
import { openAuthority } from "./open-authority.ts";

const local: Principal = { id: "local", kind: "local", permissions: "all" };

const inMemory: AuthorityConfig = {
  stores: { url: "memory:" },
  audit: { key: "audit.key", mustReach: "any" },
  approvals: { key: "approvals.key", approvers: 1, retainForMs: 86_400_000 },
  quarantine: { retain: "all", retainForMs: 86_400_000, maxResults: 100, maxBytes: 1_048_576 },
  results: { retain: "none", retainForMs: 1_000, required: false },
  connections: { key: "file:vault.key" },
};

function open(folder: Folder, differences: Partial<AuthorityConfig> = {}) {
  return openAuthority(
    { ...inMemory, ...differences },
    {
      clock: createFakeClock(),
      write: () => undefined,
      newId: () => "id-1",
      randomBytes: (count) => new Uint8Array(count).fill(7),
      folder: folder.path,
      maxCallMs: 60_000,
    },
  );
}

function snapshotOf(tool: RegisteredTool): Snapshot {
  return { version: 1, tools: new Map([[tool.publicName, tool]]), listed: [] };
}

/** A writing tool that needs caller approval. */
function asking(digest: string, differences: Partial<RegisteredTool> = {}): RegisteredTool {
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "caller" } as const;
  const contract = toolContract({ effect: "write", terms: {}, digest });
  return writingTool({ settings, contract, ...differences });
}

/** Requests approval from the client's user and accepts it after `happens` ran. */
async function acceptAfter(happens: (world: { tool: RegisteredTool }) => void) {
  await using folder = await openFolder();
  await using authority = await open(folder);
  const world = { tool: asking("sha256:01") };
  const { authorize, approve } = authority.over(() => snapshotOf(world.tool));
  const channel = { capabilities: { elicitation: {} } };
  const call = () =>
    judgedCall(authorize(validatedCall({ principal: local, registered: world.tool, channel })));
  const question = await approve(call(), noAbort);
  const requestState = stateOf(question);
  happens(world);
  const inputResponses = { [approvalKey]: { action: "accept", content: {} } };
  return await approve({ ...call(), resumption: { inputResponses, requestState } }, noAbort);
}

function stateOf(question: ApprovedCall | Question): string {
  return "asks" in question ? (question.asks.requestState ?? "") : "";
}

describe("authorization of calls", () => {
  it("allows only the local principal without a policy", async () => {
    await using folder = await openFolder();
    await using authority = await open(folder);
    const { authorize } = authority.over(() => snapshotOf(writingTool()));

    expect(authorize(validatedCall({ principal: local }))).toMatchObject({
      grant: { statement: "local-principal" },
    });
    expect(() =>
      authorize(validatedCall({ principal: { id: "ada", permissions: "all" } })),
    ).toThrow(expect.objectContaining({ code: "policy-denied" }));
  });

  it("follows the policy, for the local principal too", async () => {
    const text =
      "version: 1\nstatements: [{ id: a, effect: allow, principals: [ada], tools: ['*'] }]\n...\n";
    await using folder = await openFolder({ "policies/p.yaml": text });
    await using authority = await open(folder, {
      policy: { from: "file", file: "policies/p.yaml" },
    });
    const { authorize } = authority.over(() => snapshotOf(writingTool()));

    expect(authorize(validatedCall())).toMatchObject({ grant: { statement: "a" } });
    expect(() => authorize(validatedCall({ principal: local }))).toThrow(
      expect.objectContaining({ code: "policy-denied" }),
    );
  });

  it("refuses all calls while the policy is unreadable", async () => {
    await using folder = await openFolder();
    await using authority = await open(folder, {
      policy: { from: "file", file: "nowhere.yaml" },
    });
    const { authorize } = authority.over(() => snapshotOf(writingTool()));

    expect(authority.policy.state().kind).toBe("unusable");
    expect(() => authorize(validatedCall({ principal: local }))).toThrow(
      expect.objectContaining({ code: "policy-denied" }),
    );
  });
});

describe("an approval", () => {
  it("lets the approved call pass", async () => {
    const passed = await acceptAfter(() => undefined);

    expect(passed).toMatchObject({ approval: { kind: "given", by: "local" } });
  });

  it.each([
    ["has another contract", asking("sha256:02")],
    ["is held", asking("sha256:01", { hold: { kind: "not-admitted" } })],
    ["has another name", asking("sha256:01", { publicName: "other" })],
  ])("is void once the tool %s", async (_, tool) => {
    const late = acceptAfter((world) => {
      world.tool = tool;
    });

    await expect(late).rejects.toMatchObject({ code: "approval-expired" });
  });
});

describe("openAuthority with invalid settings", () => {
  it.each([
    [
      "a key of approvals that is none",
      { approvals: { key: "bad.key", approvers: 1, retainForMs: 86_400_000 } },
      "is invalid",
    ],
    [
      "a key of approvals that cannot be made",
      { approvals: { key: "bad.key/a", approvers: 1, retainForMs: 86_400_000 } },
      "read or made",
    ],
  ])("reports the problem with %s", async (_, settings, because) => {
    await using folder = await openFolder({ "bad.key": "hunter2" });
    await chmod(`${folder.path}/bad.key`, 0o600);

    const refused = await open(folder, settings).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: "store-unusable" });
    expect(String(refused)).toContain(because);
    expect(String(refused)).not.toMatch(/hunter2|toolcourt-test/);
  });
});
