import { hash } from "node:crypto";
import type { JsonObject } from "@toolcourt/sdk";
import { type CountingServer, openCountingServer } from "../gate/counting-server.ts";
import { type Ask, connectHttp } from "../gate/http-client.ts";
import { reading, sending } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, codeOf, openWorld, type World } from "../reload/world.ts";

export const [supportKey, opsKey] = [`tck_${"k".repeat(40)}`, `tck_${"o".repeat(40)}`];

const policy = `${JSON.stringify({
  version: 1,
  roles: { reader: ["weather:read"] },
  statements: [
    { id: "teams", effect: "allow", principals: ["key:support", "key:ops"], tools: ["*"] },
    { id: "not-ops", effect: "deny", principals: ["key:ops"], tools: ["crm/get-secret"] },
  ],
})}\n...\n`;

const crmTools = [
  reading("get-customer"),
  reading("get-secret"),
  reading("get-rarely", { rateLimit: { maxCalls: 2, windowMs: 3_600_000 } }),
  sending("send-note"),
];

export const support = { path: "/mcp/support", servers: ["crm"] };
export const ops = { path: "/mcp/ops", tools: ["cloud/*", "crm/get-*"], prefix: "ops_" };

/** Two teams, each with a key and an endpoint, before one gateway and two servers. */
export interface Teams {
  readonly world: World;
  readonly config: JsonObject;
  readonly crm: CountingServer;
  /** Connects a caller with a key to a path. */
  readonly connect: (path: string, bearer: string) => Promise<Ask>;
}

export async function openTeams(stack: AsyncDisposableStack): Promise<Teams> {
  const crm = stack.use(await openCountingServer({ tools: crmTools }));
  const cloud = stack.use(await openCountingServer({ tools: [reading("get-machine")] }));
  const keys = [
    { name: "support", sha256: hash("sha256", supportKey), roles: ["reader"] },
    { name: "ops", sha256: hash("sha256", opsKey), roles: ["reader"] },
  ];
  const config = {
    toolbox: {
      mcps: [serverEntry("crm", crm.url), serverEntry("cloud", cloud.url)],
      tools: [{ name: "send-note", server: "crm", approval: "operator" }],
    },
    server: { auth: { resource: "http://127.0.0.1/mcp", keys } },
    policy: { file: "policy.yaml" },
    stores: { url: "sqlite:state.db" },
    endpoints: [support, ops],
  };
  const world = stack.use(
    await openWorld({ config, files: { "policy.yaml": policy }, bearer: supportKey }),
  );
  const connect: Teams["connect"] = (path, bearer) =>
    connectHttp(new URL(path, world.gateway.url), { era: "modern", lane: "fast", bearer });
  return { world, config, crm, connect };
}

/** Returns `answered`, or the code of the refusal. */
export async function callBy(ask: Ask, name: string, given: JsonObject = bern): Promise<string> {
  return codeOf(await ask("tools/call", { name, arguments: given }));
}
