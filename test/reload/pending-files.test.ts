import { hash } from "node:crypto";
import type { JsonObject } from "@toolcourt/sdk";
import { expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { configFile, openWorld } from "./world.ts";

// The page for supervisors names the kind of each file whose last change is not in force.

const bearer = `tck_${"k".repeat(43)}`;

function policyOf(...tools: readonly string[]): string {
  return `version: 1\nroles: { reader: ["weather:read"] }\nstatements:\n  - { id: all, effect: allow, roles: [reader], tools: ${JSON.stringify(tools)} }\n...\n`;
}

function keysOf(...names: readonly string[]): string {
  const keys = names.map((name) => ({ name, sha256: hash("sha256", name), roles: ["reader"] }));
  return `${JSON.stringify({ keys })}\n...\n`;
}

/** What both ports tell. */
function both(...of: readonly unknown[]): unknown {
  return [[...of], [...of]];
}

it("/readyz says on both ports which kind of file waits or is unusable", async () => {
  await using server = await openCountingServer({ tools: [reading("ask-first")] });
  const key = { name: "ada", sha256: hash("sha256", bearer), roles: ["reader"] };
  const auth = { resource: "http://localhost:7420/mcp", keys_file: "keys.yaml", keys: [key] };
  const config: JsonObject = {
    server: { auth, probes: { port: 0 } },
    policy: { file: "policy.yaml" },
    toolbox: { mcps: [serverEntry("first", server.url)] },
  };
  const files = { "policy.yaml": policyOf("none"), "keys.yaml": keysOf("bob") };
  await using world = await openWorld({ config, files, bearer });
  const probes = /(http:\S+\/readyz)/.exec(world.gateway.printed.join("\n"))?.[1] ?? "";
  const pages = [new URL("/readyz", world.gateway.url).href, probes];
  /** Returns the codes that both ports tell. */
  const told = async (): Promise<unknown> => {
    const headers = { accept: "application/json" };
    const answers = await Promise.all(pages.map((page) => fetch(page, { headers })));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.join()).not.toMatch(/policy\.yaml|keys\.yaml|first|ada|bob/);
    return answers.map(({ status }, at) => [
      status,
      ...[...(texts[at] ?? "").matchAll(/"code":"([a-z-]+)"/g)].map(([, code]) => code),
    ]);
  };
  const before = await told();

  await world.put("policy.yaml", policyOf("none", "first/*"));
  await world.put("keys.yaml", keysOf("bob", "cy"));
  await expect.poll(told, { timeout: 10_000 }).toEqual(both(200, "policy-waiting", "keys-waiting"));
  await world.put(configFile, "toolbox: 7");
  await world.put("keys.yaml", "keys: 7");
  await expect
    .poll(told, { timeout: 10_000 })
    .toEqual(both(200, "configuration-unusable", "policy-waiting", "keys-unusable"));
  await world.put("policy.yaml", "version: 1\nstat");
  await expect
    .poll(told, { timeout: 10_000 })
    .toEqual(both(503, "policy-unusable", "configuration-unusable", "keys-unusable"));
  await world.configure(config);
  await world.put("policy.yaml", policyOf("none", "first/*"));
  await world.put("keys.yaml", keysOf("bob", "cy"));
  await world.reload();

  expect(before).toEqual(both(200));
  expect(await told()).toEqual(both(200));
}, 60_000);
