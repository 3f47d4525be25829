import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { openIssuer, resource, type TestIssuer } from "@toolcourt/testing/issuer";
import { hello, spoken, testLanes } from "@toolcourt/testing/lanes";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { answering, type Handlers, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { openServing } from "@toolcourt/testing/serving";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { expect, it } from "vitest";

const key = "tck_canary-0123456789-canary-0123456789";
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const found = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
const result = { content: [], structuredContent: { celsius: 21 }, isError: false };

/** Records everything a server sees of its callers. */
function recording(heard: string[]): Handlers {
  const answers: Handlers = {
    "server/discover": answering({ ...seal, ...found }),
    "tools/list": answering({ ...seal, tools: [tool()] }),
    "tools/call": answering({ resultType: "complete", ...result }),
    else: refuseWith(404),
  };
  return Object.fromEntries(
    Object.entries(answers).map(([method, answer]) => [
      method,
      (exchange) => {
        heard.push(JSON.stringify(exchange.message), exchange.request.rawHeaders.join("\n"));
        answer(exchange);
      },
    ]),
  );
}

interface Differences {
  /** Default: the one of the test issuer. */
  readonly issuer?: string;
  /** Keys of the server. Default: none. */
  readonly mcp?: JsonObject;
}

function configOf(
  server: URL,
  { trust }: TestIssuer,
  { issuer: named, mcp = {} }: Differences = {},
): string {
  const [known] = trust.trusted;
  const issuer = { name: "login", issuer: named ?? known?.issuer, jwks_url: known?.jwksUrl.href };
  const keys = [{ name: "ci", sha256: hash("sha256", key, "hex"), system: true }];
  const auth = { resource: resource.href, scopes: trust.scopes, issuers: [issuer], keys };
  const url = server.href;
  const crm = { name: "crm", transport: "streamable_http", url, mode: "dynamic" };
  return JSON.stringify({
    server: { auth },
    toolbox: { mcps: [{ ...crm, default_tool_config: {}, ...mcp }] },
    policy: { file: "policy.yaml" },
  });
}

const policy = `version: 1
roles: { reader: ["weather:read"] }
subjects: [{ principals: ["key:ci"], roles: [reader] }]
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*/*"] }
...
`;

async function statusesOf(url: URL, token: string): Promise<readonly number[]> {
  const send = async (request: RequestInit, more: Readonly<Record<string, string>> = {}) => {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(url, { ...request, headers });
    const text = await response.text();
    expect(text).not.toContain(token);
    return response;
  };
  const opened = await send(hello);
  const session = opened.headers.get("mcp-session-id");
  const statuses = [opened.status];
  for (const lane of testLanes) {
    // A city per lane: a cache hit would not reach the server.
    const given = { city: `Oslo ${lane.era} ${lane.lane}` };
    const call = spoken("tools/call", { name: "get-forecast", arguments: given }, lane);
    const list = spoken("tools/list", {}, lane);
    const inSession =
      lane.era === "legacy" && session !== null ? { "mcp-session-id": session } : {};
    for (const request of [call, list]) statuses.push((await send(request, inSession)).status);
  }
  return statuses;
}

it("SECURITY 27: no token leaves the entrance toward servers, logs or records", async () => {
  const heard: string[] = [];
  await using server = await listen(recording(heard));
  await using issuer = await openIssuer(systemClock);
  await using folder = await openFolder({ "policy.yaml": policy });
  await folder.write("toolcourt.yaml", configOf(server.url, issuer));
  const good = await issuer.tokenFor("ada");
  const bad = await issuer.tokenFor("mallory", { isForged: true });
  const printed: string[] = [];

  {
    await using gateway = await openServing(folder.path, "--verbose");
    const fine = Array.from({ length: 9 }, () => 200);
    expect(await statusesOf(gateway.url, good)).toEqual(fine);
    expect(await statusesOf(gateway.url, key)).toEqual(fine);
    expect(new Set(await statusesOf(gateway.url, bad))).toEqual(new Set([401]));
    printed.push(...gateway.printed);
  }

  const kept = await Promise.all(
    (await folder.files()).map((file) => readFile(join(folder.path, file), "latin1")),
  );
  const places = { servers: heard, logs: printed, records: kept };
  expect(heard.filter((text) => text.includes("Oslo"))).toHaveLength(8);
  expect(kept.some((text) => text.includes("call.closed"))).toBe(true);
  const canaries = [good, bad].flatMap((token) => token.split(".").slice(1)).concat(key);
  for (const canary of canaries) {
    for (const [place, texts] of Object.entries(places)) {
      expect({ place, found: texts.filter((text) => text.includes(canary)) }).toEqual({
        place,
        found: [],
      });
    }
  }
}, 20_000);

it("SECURITY 27: in an exchange a token goes to its own issuer, and nowhere else", async () => {
  const heard: string[] = [];
  await using server = await listen(recording(heard));
  await using signing = await openIssuer(systemClock);
  await using issuer = await openOAuthProvider();
  issuer.manners.exchanges = () => true;
  await using folder = await openFolder({
    "policy.yaml": policy,
    "client.txt": testClient.secret,
    "lists.txt": "lists-with-this-token",
  });
  const mcp = { connection: "caller", exchange: "corp" };
  const config = configOf(server.url, signing, { issuer: issuer.issuer, mcp });
  await folder.write("toolcourt.yaml", config);
  const add = (...args: readonly string[]): Promise<Ran> =>
    run(["connections", "add", ...args, "--origin", server.url.origin], { folder: folder.path });
  const ours = ["--client-id", testClient.id, "--client-secret", "client.txt", "--private"];
  const added = [
    await add("crm", "--kind", "token", "--token", "lists.txt"),
    await add("corp", "--kind", "exchange", "--issuer", issuer.issuer, ...ours),
  ];
  const good = await signing.tokenFor("ada", { claims: { iss: issuer.issuer } });
  const printed: string[] = [];

  {
    await using gateway = await openServing(folder.path, "--verbose");
    const fine = Array.from({ length: 9 }, () => 200);
    expect(await statusesOf(gateway.url, good)).toEqual(fine);
    printed.push(...gateway.printed);
  }

  expect(added.map(({ code }) => code)).toEqual([0, 0]);
  expect(issuer.requested.map((each) => each["subject_token"])).toEqual([good]);
  expect(heard.filter((text) => text.includes("Oslo"))).toHaveLength(4);
  expect(heard.filter((text) => text.includes(issuer.granted[0] ?? "none"))).not.toEqual([]);
  const files = (await folder.files()).filter((file) => !file.endsWith(".txt"));
  const kept = await Promise.all(files.map((file) => readFile(join(folder.path, file), "latin1")));
  const canaries = [...good.split(".").slice(1), testClient.secret];
  const all = [...heard, ...printed, ...kept];
  expect(canaries.filter((each) => all.some((text) => text.includes(each)))).toEqual([]);
  const elsewhere = [...printed, ...kept];
  expect(issuer.granted.filter((each) => elsewhere.some((text) => text.includes(each)))).toEqual(
    [],
  );
}, 30_000);
