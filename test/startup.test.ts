import { threadCpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import { systemClock } from "../packages/gateway/src/kernel/clock.ts";
import { tool } from "../packages/gateway/src/testing/tool.ts";
import { openCountingServer } from "./gate/counting-server.ts";
import { openTestGateway } from "./gate/open-test-gateway.ts";

// Starts are measured against a server that does nothing but be slow, so these tests wait for real time.
const patience = 60_000;
const slowestMs = 300;

interface Load {
  readonly servers: number;
  readonly toolsEach: number;
}

/** Every tool has schemas of its own, so that nothing is spared by having been seen before. */
function toolsOf(server: number, count: number) {
  return Array.from({ length: count }, (_, index) =>
    tool({
      name: `get-forecast-${server}-${index}`,
      inputSchema: {
        type: "object",
        properties: {
          city: {
            type: "string",
            description: `Name of city ${server} ${index}`,
            minLength: 1,
            maxLength: 100,
          },
        },
        required: ["city"],
        additionalProperties: false,
      },
    }),
  );
}

/** What a start takes beyond waiting for the slowest server. */
async function addedBy({ servers, toolsEach }: Load): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const entries: string[] = [];
  for (let index = 0; index < servers; index += 1) {
    const listsAfterMs = index === 0 ? slowestMs : 0;
    const tools = toolsOf(index, toolsEach);
    const server = stack.use(await openCountingServer({ tools, listsAfterMs }));
    entries.push(
      `    - { name: s${index}, url: "${server.url}", transport: streamable_http, mode: dynamic, default_tool_config: {} }`,
    );
  }
  const [startedAt, worked] = [systemClock.monotonic(), threadCpuUsage()];
  await using opened = await openTestGateway(`toolbox:\n  mcps:\n${entries.join("\n")}`);
  const { user, system } = threadCpuUsage(worked);
  const addedMs = systemClock.monotonic() - startedAt - slowestMs;
  expect(opened.gateway.registry.current().listed).toHaveLength(servers * toolsEach);
  // On a machine that is busy with other things, the time that we had the processor is what we took.
  return Math.min(addedMs, (user + system) / 1_000);
}

/** The first of five starts that keeps to the limit, or the last: others may be at work for seconds. */
async function bestOf(load: Load, limitMs: number): Promise<number> {
  let addedMs = await addedBy(load);
  for (let again = 0; again < 4 && addedMs >= limitMs; again += 1) addedMs = await addedBy(load);
  return addedMs;
}

describe("a start", () => {
  it.each([
    { name: "S4-87: 100 tools of 5 servers", servers: 5, toolsEach: 20, limitMs: 1_000 },
    // Counting what is covered takes as long again; the bench holds a start without that to 3 s.
    { name: "1,000 tools of 20 servers", servers: 20, toolsEach: 50, limitMs: 6_000 },
  ])(
    "takes less than $limitMs ms beyond the slowest server: $name",
    async ({ limitMs, ...load }) => {
      expect(await bestOf(load, limitMs)).toBeLessThan(limitMs);
    },
    patience,
  );
});
