import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { answering } from "@toolcourt/testing/discovery";
import {
  codeOf,
  type HttpGateway,
  type HttpGatewayOptions,
  openHttpGateway,
  thingTools as tools,
} from "@toolcourt/testing/http-tools";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { greetTool } from "@toolcourt/testing/local-tool";
import { testClient } from "@toolcourt/testing/oauth-provider";
import { openProvider, openRenewing } from "@toolcourt/testing/renewing";
import { type Answering, openTarget } from "@toolcourt/testing/target";
import { describe, expect, it, onTestFinished } from "vitest";
import { link } from "../governance/audit/chain.ts";
import type { ApprovedDrafts } from "../http-tools/drafts/approved-drafts.ts";
import type { HttpTool } from "../http-tools/operations/http-tool.ts";
import { readToolsFile } from "../http-tools/operations/read-tools-file.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { configSchema } from "./config.ts";

// Tests every key of an HTTP tool set with an observable effect.

/** Opens a gateway with an API that answers every request alike. */
async function before(
  set: JsonObject = {},
  answer: Answering = answering({ name: "box" }),
  more: Partial<HttpGatewayOptions> = {},
) {
  const target = await openTarget(answer);
  onTestFinished(() => target[Symbol.asyncDispose]());
  const origin = `http://127.0.0.1:${target.port}`;
  return { target, origin, ...(await openHttpGateway({ origin, tools, set, ...more })) };
}

function listed({ gateway }: HttpGateway): readonly (JsonValue | undefined)[] {
  return gateway.registry.current().listed.map(({ name }) => name);
}

const given = { id: 1 };
const inbound = "inbound-canary-1";

/** Calls a tool with the token of a caller, over a connection that exchanges it. */
async function exchanging(exchange: boolean) {
  const target = await openTarget(answering({ name: "box" }));
  onTestFinished(() => target[Symbol.asyncDispose]());
  const origin = `http://127.0.0.1:${target.port}`;
  const issuer = await openProvider();
  issuer.manners.exchanges = (token) => token === inbound;
  const stored = await openRenewing({ provider: issuer, stores: openMemoryStores({ link }) });
  const { tokenUrl, issuer: name } = issuer;
  const client = { clientId: testClient.id, clientProof: "basic", isPrivate: true } as const;
  const provider = { issuer: name, tokenUrl, ...client };
  const kind = { kind: "exchange", users: "tenant" } as const;
  const settings = { ...kind, origins: [origin], levels: {}, tiers: [], provider };
  const secrets = { client_secret: stored.holdSecret(testClient.secret) };
  const corp = { tenant: "", owner: "local", name: "corp", secrets };
  await stored.admin.add({ ...corp, settings }, "operator:grace");
  const set = { connection: "corp", exchange };
  const { connections } = stored;
  const { call } = await openHttpGateway({ origin, tools, set, outside: { connections } });
  const presented = { issuer: name, token: stored.holdSecret(inbound) };
  const principal = { id: "login:ada", permissions: "all", presented } as const;
  const code = await codeOf(call("get-thing", given, { principal }));
  return { code, issuer, target };
}

async function outcome(set: JsonObject, answer?: Answering, args: JsonObject = given) {
  const { call } = await before(set, answer);
  return codeOf(call("get-thing", args));
}

/** Returns approved drafts. */
function approved(): ApprovedDrafts<HttpTool> {
  const reading = readToolsFile(tools, "t.yaml");
  return {
    approved: () => (reading.kind === "tools" ? reading.tools : []),
    whyNot: () => undefined,
    subscribe: () => () => undefined,
    refresh: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function gone(): Promise<string> {
  return Promise.reject(new Error("gone"));
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "toolbox.http.name": async () => {
    expect(listed(await before({ name: "store", naming: "qualified" }))).toEqual([
      "store__get-thing",
    ]);
  },
  "toolbox.http.tools": async () => {
    const read: string[] = [];
    const readText = async (file: string): Promise<string> => {
      read.push(file);
      return "tools: []";
    };
    const opened = await openHttpGateway({
      origin: "http://127.0.0.1:1",
      tools,
      set: { tools: "./others.yaml" },
      outside: { readText },
    });

    expect([read, listed(opened)]).toEqual([["./others.yaml"], []]);
  },
  "toolbox.http.drafts": async () => {
    const more = {
      tools: "tools: []",
      outside: { draftsOf: async () => approved() },
    };

    expect(listed(await before({}, undefined, more))).toEqual([]);
    expect(listed(await before({ drafts: true }, undefined, more))).toEqual(["get-thing"]);
  },
  "toolbox.http.base": async () => {
    const target = await openTarget(answering({ name: "box" }));
    onTestFinished(() => target[Symbol.asyncDispose]());
    const origin = `http://127.0.0.1:${target.port}`;
    const { call } = await openHttpGateway({ origin, tools, set: { base: `${origin}/v2` } });
    await call("get-thing", given);

    expect(target.seen.map(({ url }) => url)).toEqual(["/v2/things/1"]);
  },
  "toolbox.http.connection": async () => {
    const named = await before();
    await named.call("get-thing", given);
    const asked = await before({ connection: "argument" });

    expect(named.target.seen[0]?.headers.authorization).toMatch(/^Bearer /);
    expect(await codeOf(asked.call("get-thing", given))).toBe("input-invalid");
    expect(await codeOf(asked.call("get-thing", { ...given, connection_id: "mine" }))).toBe(
      "answered",
    );
  },
  "toolbox.http.exchange": async () => {
    const [willing, other] = [await exchanging(true), await exchanging(false)];

    expect(willing.code).toBe("answered");
    expect(willing.issuer.requested).toMatchObject([{ subject_token: inbound }]);
    const [granted] = willing.issuer.granted;
    expect(willing.target.seen[0]?.headers.authorization).toBe(`Bearer ${granted}`);
    expect(other.code).toBe("connection-refused");
    expect([other.issuer.requested, other.target.seen]).toEqual([[], []]);
  },
  "toolbox.http.mode": async () => {
    await expect(before({ mode: "strict" })).rejects.toMatchObject({ code: "tool-unconfigured" });
  },
  "toolbox.http.default_tool_config.max_instances": async () => {
    const { gateway } = await before({ default_tool_config: { max_instances: 3 } });

    expect(gateway.registry.current().tools.get("get-thing")?.settings.maxInstances).toBe(3);
  },
  "toolbox.http.default_tool_config.timeout": async () => {
    const { gateway } = await before({ default_tool_config: { timeout: "PT7S" } });

    expect(gateway.registry.current().tools.get("get-thing")?.settings.timeoutMs).toBe(7_000);
  },
  "toolbox.http.default_tool_config.approval": async () => {
    const { gateway } = await before({ default_tool_config: { approval: "operator" } });

    expect(gateway.registry.current().tools.get("get-thing")?.settings.approval).toBe("operator");
  },
  "toolbox.http.approval": async () => {
    const { gateway } = await before({ approval: "caller" });

    expect(gateway.registry.current().tools.get("get-thing")?.settings.approval).toBe("caller");
  },
  "toolbox.http.profile": async () => {
    const gateway = { url: "https://apim.example" };
    const allow = [{ origin: "https://api.example" }];
    const { call } = await openHttpGateway({
      origin: "https://api.example",
      tools,
      set: { profile: ["cloud-discovery"] },
      egress: { allow, gateway },
    });

    expect(await codeOf(call("get-thing", given))).toBe("tool-quarantined");
    expect(await outcome({})).toBe("answered");
  },
  "toolbox.http.clauses.input": async () => {
    expect(await outcome({}, undefined, { id: "x" })).toBe("input-invalid");
    expect(await outcome({ clauses: { input: "off" } }, undefined, { id: "x" })).toBe("answered");
  },
  "toolbox.http.clauses.output": async () => {
    const wrong = answering({ title: "box" });

    expect(await outcome({}, wrong)).toBe("output-invalid");
    expect(await outcome({ clauses: { output: "off" } }, wrong)).toBe("answered");
  },
  "toolbox.http.clauses.size": async () => {
    const large = answering({ name: "x".repeat(2_000_000) });

    expect(await outcome({}, large)).toBe("output-invalid");
    expect(await outcome({ clauses: { size: "off" } }, large)).toBe("answered");
  },
  "toolbox.http.hints": async () => {
    const { call } = await before({ hints: "envelope" });

    expect(await call("get-thing", given)).toMatchObject({
      structuredContent: { data: { name: "box" } },
    });
  },
  "toolbox.http.required": async () => {
    const more = { outside: { readText: gone } };

    await expect(before({}, undefined, more)).rejects.toMatchObject({ code: "server-unreachable" });
    expect(listed(await before({ required: false }, undefined, more))).toEqual([]);
  },
  "toolbox.http.redaction.secrets": async () => {
    const answer = answering({ name: "password: hunter2! " });
    const [hidden, shown] = [
      await before({}, answer),
      await before({ redaction: { secrets: "off" } }, answer),
    ];

    expect(JSON.stringify(await hidden.call("get-thing", given))).not.toContain("hunter2");
    expect(JSON.stringify(await shown.call("get-thing", given))).toContain("hunter2");
  },
  "toolbox.http.redaction.pii": async () => {
    const answer = answering({ name: "jo@example.org" });
    const { call } = await before({ redaction: { pii: ["email"] } }, answer);

    expect(JSON.stringify(await call("get-thing", given))).not.toContain("jo@example.org");
  },
  "toolbox.http.allow_shadow_local": async () => {
    const contract = { ...greetTool.contract, name: "get-thing" };
    const local = [{ ...greetTool, name: "get-thing", contract }];
    const more = { deps: { local }, toolbox: { tools: [{ name: "get-thing" }] } };
    const ownerWith = async (set: JsonObject) => {
      const { gateway } = await before(set, undefined, more);
      return gateway.registry.current().tools.get("get-thing")?.home.kind;
    };

    expect(await ownerWith({})).toBe("local");
    expect(await ownerWith({ allow_shadow_local: true })).toBe("server");
  },
  "toolbox.http.naming": async () => {
    expect(listed(await before({ naming: "qualified" }))).toEqual(["shop__get-thing"]);
  },
  "toolbox.http.tool_allowlist": async () => {
    expect(listed(await before({ tool_allowlist: [] }))).toEqual([]);
  },
  "toolbox.http.discovery": async () => {
    const deps = { indexTools: async () => () => () => [] };
    const { gateway } = await before({ discovery: "search" }, undefined, { deps });
    const principal = { id: "local", permissions: "all", kind: "local" } as const;

    expect(gateway.listed(principal).map(({ name }) => name)).toEqual([
      "search_tools",
      "call_tool",
    ]);
  },
  "toolbox.http.tool_denylist": async () => {
    expect(listed(await before({ tool_denylist: ["get-thing"] }))).toEqual([]);
  },
};

// Each opens one or two gateways with a real API, which is slow while other tests load the machine.
describe("an HTTP tools key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "toolbox"), "toolbox")].filter((path) =>
      path.startsWith("toolbox.http."),
    );

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});
