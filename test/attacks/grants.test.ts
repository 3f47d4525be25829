import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { reading } from "../gate/tools.ts";
import { type Caller, callerFor, cameTo } from "./caller.ts";
import { openServed, type Serve, type Served } from "./served.ts";
import { approve, shown, transfer } from "./transfer.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 60_000;
const second = 1_000;
const hour = 3_600 * second;

function policyWith(...permissions: readonly string[]): string {
  return `version: 1
roles: { reader: ["weather:read"], giver: ${JSON.stringify(permissions)} }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;
}

const policy = policyWith("grants:read", "grants:give");
const changing = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
const careful = { category: "mutation", idempotent: false, approval: "operator" };
const demanding = { ...reading("send-carefully", careful), annotations: changing };
const wiping = {
  ...reading("send-wipe", { ...careful, effect: "destroy" }),
  annotations: { ...changing, destructiveHint: true },
};
const names = ["send", "Send", "send-all", "send-wipe", "send-carefully"];

function open(differences: Partial<Serve> = {}): Promise<Served> {
  return openServed({
    tools: [transfer("send"), transfer("Send"), transfer("send-all"), wiping, demanding],
    entries: names.map((name) => ({ name, approval: "operator" })),
    policy,
    ...differences,
  });
}

const terms = {
  "--tool": "send",
  "--principal": "login:ada",
  "--uses": "2",
  "--for": "PT1H",
  "--reason": "the monthly run",
};
type Terms = Partial<Record<keyof typeof terms | "--when" | "--tenant", string>>;

/** Gives a grant on the gateway's machine. */
async function give(served: Served, differences: Terms = {}, operator = "operator:grace") {
  const flags = Object.entries({ ...terms, ...differences }).flat();
  const { code, printed } = await served.command(["grants", "give", "weather", ...flags], {
    operator,
  });
  return { code, printed, id: /^Grant: +([\da-f]{32})$/m.exec(printed)?.[1] ?? "" };
}

async function outcomes(caller: Caller, ...tools: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const tool of tools) found.push(cameTo(await caller.call(tool, shown)));
  return found;
}

/** Returns the admin API of a principal: it is queried, or posted to if a body is given. */
function adminOf(served: Served, { token }: Caller) {
  return (path: string, body?: JsonObject) =>
    ask(new URL(`/admin/v1/grants${path}`, served.url()), token, body);
}

async function ask(url: URL, token: string, body: JsonObject | undefined) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { headers, ...(body && sent) });
  const parsed = parseJson(await response.text());
  return { status: response.status, body: isJsonObject(parsed) ? parsed : {} };
}

const asked = {
  server: "weather",
  tool: "send",
  principal: "login:ada",
  uses: 2,
  for: "PT1H",
  reason: "the monthly run",
};
const giver = { roles: ["reader", "giver"] };

describe("a grant", { timeout }, () => {
  it("covers its uses, is named by each call's records, and leaves a log that verifies", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const { id } = await give(served);
    const { printed } = await served.command(["explain", "send"]);
    expect(printed).toContain(`${id} for login:ada, 2 uses left, until `);

    expect(await outcomes(ada, "send", "send", "send")).toEqual([
      "answered",
      "answered",
      "approval-required",
    ]);

    expect(served.upstream.calls).toHaveLength(2);
    await served.command(["audit", "export", "--out", "audit.jsonl"]);
    // The gateway prints its public key at the first start.
    const key = /toolcourt-[^\s"]+\+[^\s"]+\+[^\s".]+/.exec(served.printed.join("\n"))?.[0] ?? "";
    const verified = await served.command(["audit", "verify", "audit.jsonl", "--key", key]);
    expect(verified.code).toBe(0);
    const rows = (await served.folder.read("audit.jsonl")).split("\n");
    const naming = rows
      .filter((row) => row.includes(id))
      .map((row) => /"kind":"([^"]+)"/.exec(row)?.[1] ?? "");
    expect(naming.toSorted()).toEqual([
      "call.closed",
      "call.closed",
      "grant.given",
      "grant.used",
      "grant.used",
    ]);
    expect(rows.join("\n")).not.toContain("the monthly run");
  });

  it("cannot be given by its principal, over HTTP or by a command", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada", giver);

    const own = await adminOf(served, ada)("", asked);
    const { code } = await give(served, {}, "login:ada");

    expect(own).toMatchObject({ status: 403, body: { error: { code: "grant-own" } } });
    expect(code).toBe(1);
    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
  });

  it("cannot be given, read or revoked without the permission, or in another tenant", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const olga = await callerFor(served, "olga", giver);
    const nora = await callerFor(served, "nora", { ...giver, tenant: "north" });
    const { body } = await adminOf(served, olga)("", asked);
    const id = typeof body["id"] === "string" ? body["id"] : "";

    expect((await adminOf(served, ada)("", { ...asked, principal: "login:bob" })).status).toBe(403);
    expect((await adminOf(served, ada)(`/${id}/revoke`, {})).status).toBe(403);
    expect((await adminOf(served, nora)(`/${id}`)).status).toBe(404);
    expect((await adminOf(served, nora)(`/${id}/revoke`, {})).status).toBe(404);
    expect(await outcomes(ada, "send")).toEqual(["answered"]);
  });

  it("covers no other principal, tenant, or spelling of a tool", async () => {
    await using served = await open();
    await give(served);
    const others = [
      await callerFor(served, "Ada"),
      await callerFor(served, "ada ".trim(), { tenant: "north" }),
      await callerFor(served, "bob"),
    ];

    for (const each of others) expect(await outcomes(each, "send")).toEqual(["approval-required"]);
    const ada = await callerFor(served, "ada");
    expect(await outcomes(ada, "Send", "send-all")).toEqual([
      "approval-required",
      "approval-required",
    ]);
    expect(await outcomes(ada, "send ", "weather__send")).not.toContain("answered");
    expect(served.upstream.calls).toHaveLength(0);
  });

  it("is never given for a tool that destroys or whose contract demands approval", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");

    const wipe = await give(served, { "--tool": "send-wipe" });
    const asking = await give(served, { "--tool": "send-carefully" });
    const all = await give(served, { "--tool": "*" });

    expect([wipe.code, asking.code, all.code]).toEqual([1, 1, 0]);
    expect(all.printed).toContain("Not covered: send-wipe, it destroys something.");
    expect(all.printed).toContain(
      "Not covered: send-carefully, its own contract demands approval.",
    );
    const city = { city: "Bern" };
    for (const name of ["send-wipe", "send-carefully"]) {
      expect(cameTo(await ada.call(name, city))).toBe("approval-required");
    }
  });

  it("covers no tool whose contract changed, and none that is new", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    await give(served, { "--tool": "*", "--uses": "9" });
    expect(await outcomes(ada, "send")).toEqual(["answered"]);
    served.upstream.offer([{ ...transfer("send"), title: "Send" }, transfer("send-anew")]);

    // The operator accepts the new contracts as they are.
    await rm(join(served.folder.path, "toolcourt.lock"));
    await served.restart();

    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
    expect(await outcomes(ada, "send-anew")).not.toContain("approval-expired");
    expect(served.upstream.calls.filter(({ name }) => name === "send")).toHaveLength(1);
  });

  it("covers no arguments that its condition refuses or cannot answer", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    await give(served, { "--when": 'args.amount < 10.0 && args.note == "rent"' });
    const call = async (given: JsonObject) => cameTo(await ada.call("send", given));

    expect(await call({ amount: 10, to: "grace", note: "rent" })).toBe("approval-required");
    expect(await call({ amount: 1, to: "grace" })).toBe("approval-required");
    expect(served.upstream.calls).toHaveLength(0);
    expect(await call({ amount: 1, to: "grace", note: "rent" })).toBe("answered");
  });

  it("is over after its end, and stays so when the clock is turned back", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    await give(served);

    served.hands.turn(-60 * second);
    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
    served.hands.turn(60 * second + hour + second);
    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
    served.hands.turn(-hour);

    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
    expect(served.upstream.calls).toHaveLength(0);
  });

  it("covers no call that begins after its revocation, while others are on the way", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const { id } = await give(served, { "--uses": "1000" });
    const calls = Promise.all(Array.from({ length: 20 }, () => ada.call("send", shown)));

    expect((await served.command(["grants", "revoke", id])).code).toBe(0);

    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
    const passed = (await calls).map(cameTo).filter((outcome) => outcome === "answered").length;
    const { printed } = await served.command(["grants", "show", id, "--json"]);
    expect(parseJson(printed)).toMatchObject({ state: "revoked", used: passed });
    expect(served.upstream.calls).toHaveLength(passed);
  });

  it("is void once its principal may not call, or its giver may not give", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const olga = await callerFor(served, "olga", giver);
    expect((await adminOf(served, olga)("", asked)).status).toBe(200);

    await served.folder.write("policy.yaml", policyWith("grants:read"));
    await served.restart();
    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
    await served.folder.write("policy.yaml", policy.replace("roles: [reader]", "roles: [giver]"));
    await served.restart();
    expect(await outcomes(ada, "send")).not.toContain("answered");
    expect(served.upstream.calls).toHaveLength(0);

    await served.folder.write("policy.yaml", policy);
    await served.restart();
    expect(await outcomes(ada, "send")).toEqual(["answered"]);
  });

  it("is void once the policy no longer makes its giver one", async () => {
    const named = `subjects: [{ principals: ["login:olga"], roles: [giver] }]`;
    const by = `subjects: [{ claims: { team: ["leads"] }, roles: [giver] }]`;
    const withSubjects = (line: string) => policy.replace("statements:", `${line}\nstatements:`);
    await using served = await open({ policy: withSubjects(named) });
    const ada = await callerFor(served, "ada");
    const olga = await callerFor(served, "olga", { team: "leads" });
    expect((await adminOf(served, olga)("", asked)).status).toBe(200);
    expect(await outcomes(ada, "send")).toEqual(["answered"]);

    await served.folder.write("policy.yaml", policy);
    await served.restart();
    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);

    // Claims are not stored, so they cannot be checked at a use.
    await served.folder.write("policy.yaml", withSubjects(by));
    await served.restart();
    expect((await adminOf(served, olga)("", asked)).status).toBe(403);
    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
  });

  it("is void once its giver is erased", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const olga = await callerFor(served, "olga", giver);
    await adminOf(served, olga)("", asked);
    expect(await outcomes(ada, "send")).toEqual(["answered"]);

    expect((await served.command(["audit", "erase", "login:olga"])).code).toBe(0);

    expect(await outcomes(ada, "send")).toEqual(["approval-required"]);
  });

  it("lets nothing pass while the store is away, and loses no use", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const { id } = await give(served);
    const database = new DatabaseSync(join(served.folder.path, ".toolcourt/state.db"));
    database.exec("PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE");
    expect(await outcomes(ada, "send")).toEqual(["audit-failed"]);
    database.exec("ROLLBACK");
    database.close();

    expect(served.upstream.calls).toHaveLength(0);
    expect(await outcomes(ada, "send", "send", "send")).toEqual([
      "answered",
      "answered",
      "approval-required",
    ]);
    const { printed } = await served.command(["grants", "show", id]);
    expect(printed).toContain("spent, 2 of 2 uses");
  });

  it("gives way to a denial of these very arguments, and reveals itself to no caller", async () => {
    await using served = await open();
    const ada = await callerFor(served, "ada");
    const first = await ada.call("send", shown);
    const id = /"id":"([\da-f]{32})"/.exec(JSON.stringify(first))?.[1] ?? "";
    await served.command(["approvals", "deny", id]);
    const grant = await give(served, { "--uses": "1" });

    expect(await outcomes(ada, "send")).toEqual(["approval-denied"]);
    const other = { ...shown, amount: 2 };
    const covered = await ada.call("send", other);
    const refused = await ada.call("send", other);
    expect([cameTo(covered), cameTo(refused)]).toEqual(["answered", "approval-required"]);
    expect(JSON.stringify([covered, refused])).not.toMatch(/grant/i);
    expect(JSON.stringify([covered, refused])).not.toContain(grant.id);
    // An approval works beside it, for exactly these bytes.
    const again = /"id":"([\da-f]{32})"/.exec(JSON.stringify(refused))?.[1] ?? "";
    expect(await approve(served, again)).toBe(0);
    expect(cameTo(await ada.call("send", { ...shown, amount: 3 }))).toBe("approval-required");
    expect(cameTo(await ada.call("send", other))).toBe("answered");
  });
});
