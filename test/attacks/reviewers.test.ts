import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { approvalIn, type Caller, callerFor, cameTo } from "./caller.ts";
import { objectIn, openServed, type Served } from "./served.ts";
import { shown, transfer } from "./transfer.ts";
import { visit } from "./visit.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;
const reviewer = { roles: ["reader", "reviewer"], tenant: "north" };

function policyWith(decides: string): string {
  return `version: 1
roles: { reader: ["weather:read"], reviewer: ["approvals:read", "${decides}"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;
}

let served: Served;
beforeAll(async () => {
  served = await openServed({
    tools: [transfer("send")],
    entries: [{ name: "send", approval: "operator" }],
    policy: policyWith("approvals:decide"),
  });
  return () => served[Symbol.asyncDispose]();
}, timeout);

interface Told {
  readonly status: number;
  readonly body: JsonObject;
}

/** Queries the admin API, or posts to it if a body is given. */
async function ask({ token }: Caller, path: string, body?: JsonObject): Promise<Told> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = { method: "POST", body: JSON.stringify(body) };
  const url = new URL(`/admin/v1/approvals/${path}`, served.url());
  const response = await fetch(url, { headers, ...(body && sent) });
  const parsed = parseJson(await response.text());
  return { status: response.status, body: isJsonObject(parsed) ? parsed : {} };
}

async function approveOver(caller: Caller, id: string): Promise<Told> {
  const { body } = await ask(caller, id);
  return ask(caller, `${id}/approve`, { digest: body["digest"] ?? "0".repeat(64) });
}

let callers = 0;
async function requested() {
  callers += 1;
  const caller = await callerFor(served, `ada-${callers}`, reviewer);
  return { caller, id: approvalIn(await caller.call("send", shown)) };
}

describe("SECURITY 45: an approval over HTTP", { timeout }, () => {
  it("cannot come from its requester, even with the right to approve other requests", async () => {
    const { caller, id } = await requested();
    const before = served.upstream.calls.length;

    const own = await approveOver(caller, id);

    expect(own.status).toBe(403);
    expect(cameTo(await caller.call("send", shown))).toBe("approval-required");
    expect(served.upstream.calls).toHaveLength(before);
  });

  it("cannot come from a principal without the role", async () => {
    const { caller, id } = await requested();
    const clerk = await callerFor(served, "clerk", { tenant: "north" });

    const answer = await approveOver(clerk, id);

    expect(answer.status).toBe(403);
    expect(cameTo(await caller.call("send", shown))).toBe("approval-required");
  });

  it("is void once its approver may no longer approve", async () => {
    const { caller, id } = await requested();
    const before = served.upstream.calls.length;
    const olga = await callerFor(served, "olga", reviewer);
    expect((await approveOver(olga, id)).status).toBe(200);

    await served.folder.write("policy.yaml", policyWith("approvals:read"));
    await served.restart();

    const outcomes = [cameTo(await caller.call("send", shown))];
    await served.folder.write("policy.yaml", policyWith("approvals:decide"));
    await served.restart();
    expect(outcomes).toEqual(["approval-required"]);
    expect(served.upstream.calls).toHaveLength(before);
    // The approval was valid before, and is valid again under its original policy.
    expect(cameTo(await caller.call("send", shown))).toBe("answered");
  });
});

describe("SECURITY 50: an approval request of another tenant", { timeout }, () => {
  it("is indistinguishable from an unknown one to a reviewer", async () => {
    const { id } = await requested();
    const south = await callerFor(served, "otto", { ...reviewer, tenant: "south" });

    const tries = [];
    for (const each of [id, "0".repeat(32), "no id at all"]) {
      const place = encodeURIComponent(each);
      tries.push([await ask(south, place), await approveOver(south, place)]);
    }

    const [foreign, unknown, none] = tries;
    expect(foreign).toEqual(unknown);
    expect(none).toEqual(unknown);
    expect(objectIn(unknown?.[0]?.body, "error")).toMatchObject({ code: "approval-unknown" });
    expect(unknown?.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe("SECURITY 76: the admin API", { timeout }, () => {
  it("is closed to web pages, foreign Host names, forms and requests without a token", async () => {
    const { caller, id } = await requested();
    const olga = await callerFor(served, "olga", reviewer);
    const { digest = "" } = (await ask(olga, id)).body;
    const path = `/admin/v1/approvals/${id}/approve`;
    const defaultHeaders = {
      authorization: `Bearer ${olga.token}`,
      "content-type": "application/json",
    };
    const send = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await visit(served.url(), { path, headers, body: JSON.stringify({ digest }) })).status;
    const { authorization: _token, ...anonymous } = defaultHeaders;

    expect(await send({ ...defaultHeaders, origin: "https://evil.example" })).toBe(403);
    expect(await send({ ...defaultHeaders, origin: "null" })).toBe(403);
    expect(await send({ ...defaultHeaders, host: "evil.example" })).toBe(403);
    expect(await send({ ...defaultHeaders, "content-type": "text/plain" })).toBe(415);
    expect(await send(anonymous)).toBe(401);
    expect(cameTo(await caller.call("send", shown))).toBe("approval-required");
    expect(await send(defaultHeaders)).toBe(200);
  });
});
