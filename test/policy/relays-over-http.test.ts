import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { resource } from "../../packages/testing/src/issuer.ts";
import { hello, spoken } from "../../packages/testing/src/lanes.ts";
import {
  answering,
  type Listening,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { reading } from "../gate/tools.ts";
import { askAs, keyOf } from "./served.ts";

// Two teams with a server each. Resources and prompts follow the policy over the wire.

function policyFor(roles: Readonly<Record<string, string>>): string {
  const statements = Object.entries(roles).map(([role, server]) => ({
    id: `${role}-has-${server}`,
    effect: "allow",
    roles: [role],
    tools: [`${server}/*`],
  }));
  const permissions = { support: ["weather:read"], finance: ["weather:read"] };
  return `${JSON.stringify({ version: 1, roles: permissions, statements })}\n...\n`;
}

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

function serve(name: string): Promise<Listening> {
  return listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    }),
    "tools/list": answering({ ...seal, tools: [reading(`ask-${name}`)] }),
    "resources/list": answering({ ...seal, resources: [{ uri: `x:${name}`, name }] }),
    "resources/templates/list": answering({ ...seal, resourceTemplates: [] }),
    "resources/read": answering({ ...seal, contents: [{ uri: `x:${name}`, text: "secret" }] }),
    "prompts/list": answering({ ...seal, prompts: [{ name }] }),
    "prompts/get": answering({ ...seal, messages: [] }),
    else: refuseWith(404),
  });
}

async function open() {
  await using stack = new AsyncDisposableStack();
  const [crm, ledger] = [stack.use(await serve("crm")), stack.use(await serve("ledger"))];
  const mcps = Object.entries({ crm, ledger }).map(([name, { url }]) => ({
    name,
    transport: "streamable_http",
    url: url.href,
    mode: "dynamic",
    default_tool_config: {},
  }));
  const keys = ["support", "finance"].map((role) => ({
    name: role,
    sha256: keyOf(role).sha256,
    roles: [role],
  }));
  const folder = stack.use(
    await openFolder({
      "policy.yaml": policyFor({ support: "crm", finance: "ledger" }),
      "toolcourt.yaml": JSON.stringify({
        toolbox: { mcps },
        server: { auth: { resource: resource.href, keys } },
        stores: { url: "memory:" },
        policy: { file: "policy.yaml" },
      }),
    }),
  );
  const { url, reload } = stack.use(await openServing(folder.path));
  const owned = stack.move();
  return { folder, url, reload, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const eras = ["modern", "legacy"] as const;

/** Returns the answer without the requested name, which the caller knows anyway. */
function nameless(answer: JsonObject, name: string): string {
  return JSON.stringify(answer).replaceAll(name, "<name>");
}

// Starts a whole gateway before two servers, which takes time on a busy machine.
describe("resources and prompts under a policy", () => {
  it("come only from servers with a tool that the principal may call", async () => {
    await using opened = await open();
    for (const era of eras) {
      const as = { token: keyOf("support").key, lane: { era, lane: "sdk" } } as const;
      const lists = [
        await askAs(opened.url, as, { method: "resources/list" }),
        await askAs(opened.url, as, { method: "prompts/list" }),
      ];

      expect(JSON.stringify(lists)).toContain('"name":"crm"');
      expect(JSON.stringify(lists)).not.toContain("ledger");
    }
  });

  it.each(eras)("of another team are refused in the %s era like unknown ones", async (era) => {
    await using opened = await open();
    const as = { token: keyOf("support").key, lane: { era, lane: "sdk" } } as const;
    const prompt = (name: string): Promise<JsonObject> =>
      askAs(opened.url, as, { method: "prompts/get", name });

    const hidden = nameless(await prompt("ledger"), "ledger");
    expect(hidden).toBe(nameless(await prompt("nowhere"), "nowhere"));
    expect(hidden).toContain('"error"');
  });
});

/** Reads stream events until one contains these words, and returns all of them. */
async function eventsUntil(response: Response, words: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    const bytes: unknown = chunk;
    if (bytes instanceof Uint8Array) text += decoder.decode(bytes, { stream: true });
    if (text.includes(words)) break;
  }
  return text;
}

/** Opens a stream on which a client of an era receives change notifications. */
async function listenIn(era: (typeof eras)[number], url: URL): Promise<Response> {
  const authorization = `Bearer ${keyOf("support").key}`;
  if (era === "modern") {
    const notifications = { toolsListChanged: true, promptsListChanged: true };
    const request = spoken("subscriptions/listen", { notifications }, { era, lane: "fast" });
    const headers = new Headers(request.headers);
    headers.set("authorization", authorization);
    return fetch(url, { ...request, headers });
  }
  const headers = new Headers(hello.headers);
  headers.set("authorization", authorization);
  const opened = await fetch(url, { ...hello, headers });
  await opened.text();
  headers.set("mcp-session-id", opened.headers.get("mcp-session-id") ?? "");
  headers.set("mcp-protocol-version", "2025-11-25");
  return fetch(url, { headers });
}

describe("clients with an open stream", () => {
  it.each(eras)(
    "in the %s era get one notification of a policy change, and list other tools after a reload",
    async (era) => {
      await using opened = await open();
      const { url, folder } = opened;
      const response = await listenIn(era, url);
      await folder.write("next.yaml", policyFor({ support: "ledger" }));
      await rename(join(folder.path, "next.yaml"), join(folder.path, "policy.yaml"));
      const events = await eventsUntil(response, "prompts/list_changed");

      expect(events.match(/tools\/list_changed/g)).toHaveLength(1);
      const as = { token: keyOf("support").key, lane: { era, lane: "fast" } } as const;
      const listed = async (): Promise<readonly boolean[]> => {
        const text = JSON.stringify(await askAs(url, as, { method: "tools/list" }));
        return [text.includes("ask-ledger"), text.includes("ask-crm")];
      };
      // What the file takes away is in force at once, what it adds is not.
      expect(await listed()).toEqual([false, false]);
      await opened.reload();
      expect(await listed()).toEqual([true, false]);
    },
  );
});
