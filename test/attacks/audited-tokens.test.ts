import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import type { Difference } from "../../packages/testing/src/issuer.ts";
import { reading } from "../gate/tools.ts";
import { callerFor, callOf } from "./caller.ts";
import { objectIn, openServed, type Served } from "./served.ts";
import { visit } from "./visit.ts";

// A whole gateway and real files take longer than a second on a busy machine.
const timeout = 20_000;

const canary = "canary-7c1f";
const mallory = `mallory-${canary}`;

/** Differences from a good token, and the reason recorded for each. */
const variants: readonly (Difference & { readonly because: string; readonly issuer?: "login" })[] =
  [
    { claims: { iss: `https://${canary}.example.com` }, because: "unknown" },
    { claims: { aud: `https://${canary}.example.com` }, because: "not-for-us", issuer: "login" },
    { claims: { exp: 1 }, because: "expired", issuer: "login" },
    { isForged: true, because: "forged", issuer: "login" },
    { keyId: `k-${canary}`, because: "forged", issuer: "login" },
    { claims: { scope: canary }, because: "scope-missing" },
  ];

const times = 3;
const call = callOf("get-forecast", { city: "Oslo" }, { era: "legacy" });

/** Sends each token several times, then no token, two tokens and a malformed one. */
async function showAll(served: Served): Promise<void> {
  for (const { because: _, issuer: __, ...difference } of variants) {
    const token = await served.issuer.tokenFor(mallory, difference);
    for (let shown = 0; shown < times; shown += 1) {
      const headers = new Headers(call.headers);
      headers.set("authorization", `Bearer ${token}`);
      await (await fetch(served.url(), { ...call, headers })).text();
    }
  }
  await (await fetch(served.url(), call)).text();
  const body = typeof call.body === "string" ? call.body : "";
  const headers = { "content-type": "application/json", accept: "application/json" };
  await visit(served.url(), {
    headers: { ...headers, authorization: [`Bearer ${canary}`, `Bearer ${canary}`] },
    body,
  });
  await visit(served.url(), { headers: { ...headers, authorization: `Basic ${canary}` }, body });
}

function sumOf(notes: readonly JsonObject[], because: string, issuer?: string): number {
  return notes
    .filter((about) => about["because"] === because && about["issuer"] === issuer)
    .reduce((sum, { requests }) => sum + Number(requests), 0);
}

describe("SECURITY 25: the audit log", { timeout }, () => {
  let notes: readonly JsonObject[] = [];
  let signIns: readonly JsonObject[] = [];
  let printed: readonly string[] = [];
  let exported = "";
  beforeAll(async () => {
    await using served = await openServed({ tools: [reading("get-forecast")] });
    await showAll(served);
    const ada = await callerFor(served, "ada", { tenant: "north" });
    await Promise.all([1, 2, 3].map(() => ada.call("get-forecast", { city: "Oslo" })));
    await served.restart();
    exported = (await served.command(["audit", "export"])).printed;
    printed = served.printed;
    const rows = exported.split("\n").map((line) => objectIn(parseJson(line), "body"));
    const aboutOf = (kind: string): readonly JsonObject[] =>
      rows.filter((row) => row["kind"] === kind).map((row) => objectIn(row, "about"));
    notes = aboutOf("identity.refused");
    signIns = aboutOf("identity.verified");
  }, timeout);

  it("counts every refused token by reason and claimed issuer", () => {
    const forged = variants.filter(({ because }) => because === "forged").length;
    expect(sumOf(notes, "forged", "login")).toBe(forged * times);
    for (const because of ["not-for-us", "expired"]) {
      expect(sumOf(notes, because, "login")).toBe(times);
    }
    for (const because of ["unknown", "scope-missing"]) expect(sumOf(notes, because)).toBe(times);
    for (const because of ["two-tokens", "malformed"]) expect(sumOf(notes, because)).toBe(1);
    expect(new Set(notes.map(({ because }) => because)).size).toBe(7);
  });

  it("is not flooded by refused tokens, because they are aggregated", () => {
    expect(notes.length).toBeLessThan(variants.length * times);
    const warnings = printed.filter((line) => line.includes("refused for the token"));
    expect(warnings).toHaveLength(notes.length);
    expect(warnings[0]).toMatch(/^WARNING: \d+ requests? w/);
  });

  it("contains no part of the tokens or of their claims", () => {
    expect(exported + printed.join("\n")).not.toContain(canary);
  });

  it("has one entry for a good token, even for concurrent calls", () => {
    expect(signIns).toHaveLength(1);
    expect(signIns[0]).toMatchObject({
      principal: { kind: "user" },
      roles: ["reader"],
      scopes: ["mcp"],
      tenant: "north",
    });
    expect(isJsonObject(signIns[0]?.["principal"])).toBe(true);
    // Whole words: a digest may have these letters by chance.
    expect(JSON.stringify(signIns)).not.toMatch(/\bada\b/);
  });
});
