import { afterAll, beforeAll, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  answering,
  type Exchange,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { done } from "../attacks/upstream.ts";
import { connectHttp } from "../gate/http-client.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";

const stack = new AsyncDisposableStack();
const attempts = new Map<string, number>();
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const allowAll = '{ id: all, effect: allow, kinds: [local], tools: ["*"] }';
const limits = `
  - { id: brief, tools: ["one/slow-*"], max_timeout: PT0.3S }
  - { id: once, kinds: [local], tools: ["weak-*"], max_retries: 0 }
  - { id: small, principals: [local], tools: ["large-*"], max_result_bytes: 20 }
  - { id: others, principals: [ada], max_timeout: PT0.001S, max_retries: 0, max_result_bytes: 1 }`;
let folder: Folder;
let serving: Serving;
let call: (tool: string) => ReturnType<typeof outcomeOf> | Promise<ReturnType<typeof outcomeOf>>;

const policyOf = (limited: string): string =>
  `version: 1\nstatements: [${allowAll}]\nlimits: ${limited}\n...\n`;

/** Answers `large-`, leaves `slow-` without an answer, and fails for `weak-` and `other-`. */
function answer(exchange: Exchange): void {
  const { name: tool } = exchange;
  attempts.set(tool, (attempts.get(tool) ?? 0) + 1);
  if (tool.startsWith("slow-")) return;
  (tool.startsWith("large-") ? answering(done) : refuseWith(503))(exchange);
}

beforeAll(async () => {
  const names = ["slow-one", "large-one", "weak-one", "other-one"];
  const { url } = stack.use(
    await listen({
      "server/discover": answering({
        ...seal,
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
      }),
      "tools/list": answering({ ...seal, tools: names.map((name) => reading(name)) }),
      "tools/call": answer,
      else: refuseWith(404),
    }),
  );
  const mcp = { name: "one", url: url.href, transport: "streamable_http", mode: "dynamic" };
  const toolbox = { mcps: [{ ...mcp, default_tool_config: { timeout: "PT20S" } }] };
  const config = JSON.stringify({ toolbox, policy: { file: "policy.yaml" } });
  folder = stack.use(
    await openFolder({ "toolcourt.yaml": config, "policy.yaml": policyOf(limits) }),
  );
  serving = stack.use(await openServing(folder.path));
  const ask = await connectHttp(serving.url, { era: "modern", lane: "fast" });
  call = async (name) => outcomeOf(await ask("tools/call", { name, arguments: { city: "Oslo" } }));
}, 30_000);
afterAll(() => stack.disposeAsync());

it("T23: a policy caps the timeout of a tool below its setting", async () => {
  expect(await call("slow-one")).toMatchObject({
    refused: "deadline-passed",
    evidence: { afterMs: 300 },
  });
});

it("T23: a policy caps retries, of the tools that it selects only", async () => {
  await call("weak-one");
  await call("other-one");

  expect([attempts.get("weak-one"), attempts.get("other-one")]).toEqual([1, 3]);
});

it("T23: a policy caps the size of a result, until it no longer does", {
  timeout: 20_000,
}, async () => {
  expect(await call("large-one")).toMatchObject({
    refused: "output-invalid",
    evidence: { issues: ["expected at most 20 bytes, the limit of the policy"] },
  });

  await folder.write("policy.yaml", policyOf("[]"));
  await serving.reload();

  await expect.poll(() => call("large-one"), { timeout: 10_000 }).toEqual({});
  // The other tests need the limits, in any order.
  await folder.write("policy.yaml", policyOf(limits));
  await expect.poll(() => call("large-one"), { timeout: 10_000 }).toHaveProperty("refused");
});
