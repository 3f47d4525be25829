import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openIssuer } from "../../packages/testing/src/issuer.ts";
import { testLanes } from "../../packages/testing/src/lanes.ts";
import { reading } from "../gate/tools.ts";
import { call, openServed } from "./served.ts";

// Token claims decide, from the issuer's signature to the server behind the gateway.

const policy = `version: 1
roles: { weather: ["weather:read"] }
subjects:
  - { claims: { department: [finance, tax] }, roles: [weather] }
  - { claims: { /realm_access/roles: forecaster }, roles: [weather] }
  - { scopes: [weather.read], roles: [weather] }
  - { principals: ["login:level"], roles: [weather] }
statements:
  - { id: weather, effect: allow, roles: [weather], tools: ["crm/*"], when: '!has(principal.claims.level) || principal.claims.level >= 3.0' }
  - { id: not-leaving, effect: deny, principals: ["*"], tools: ["crm/*"], when: '"leaving" in principal.scopes' }
...
`;

const rows = [
  { who: "a member of a department", claims: { department: "tax" }, may: true },
  { who: "a member of several", claims: { department: ["sales", "finance"] }, may: true },
  { who: "a member of another", claims: { department: "sales" }, may: false },
  { who: "a claim inside another", claims: { realm_access: { roles: ["forecaster"] } }, may: true },
  { who: "a name with slashes", claims: { "/realm_access/roles": "forecaster" }, may: false },
  { who: "a claim that is no text", claims: { department: { tax: true } }, may: false },
  { who: "a scope", claims: { scope: "mcp weather.read" }, may: true },
  { who: "a scope that is denied", claims: { scope: "mcp weather.read leaving" }, may: false },
  { who: "a claim that is enough", claims: { department: "tax", level: 3 }, may: true },
  { who: "a claim that is not", claims: { department: "tax", level: 2 }, may: false },
  { who: "a claim of another type", claims: { department: "tax", level: "3" }, may: false },
  { who: "no claims of its own", claims: {}, may: false },
] as const;

describe("claims and scopes of a token", () => {
  // Starts an issuer and a whole gateway, which takes time on a busy machine.
  it("decide on calls as the policy says, and no other call reaches the server", async () => {
    await using issuer = await openIssuer(systemClock);
    const [known] = issuer.trust.trusted;
    const entry = {
      name: "login",
      issuer: known?.issuer ?? "",
      jwks_url: known?.jwksUrl.href ?? "",
    };
    await using served = await openServed({
      policy: { file: "policy.yaml" },
      auth: { issuers: [entry] },
      tools: [reading("get-forecast")],
      files: { "policy.yaml": policy },
    });
    const seen: unknown[] = [];
    for (const [index, { who, claims }] of rows.entries()) {
      const lane = testLanes[index % testLanes.length] ?? { era: "modern", lane: "fast" };
      const token = await issuer.tokenFor(`member-${index}`, { claims });
      const before = served.server.calls.length;
      const outcome = await call(served.gateway.url, { token, lane }, { name: "get-forecast" });
      const reached = served.server.calls.length - before;
      seen.push({ who, may: outcome === "answered", reached });
    }

    expect(seen).toEqual(rows.map(({ who, may }) => ({ who, may, reached: Number(may) })));
  });
});
