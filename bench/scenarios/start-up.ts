import { join } from "node:path";
import type { Gauge } from "../gauge.ts";
import { answersOnce } from "../load/conversation.ts";
import type { Address } from "../load/dialect.ts";
import { listOf } from "../load/question.ts";
import { freePort, start } from "../processes/start.ts";
import { manyServersCommand, serveCommand, writeConfig } from "../subjects.ts";

const servers = 20;
const toolsEach = 50;
const slowMs = 1_000;

/** Measures our gateway's start in front of the slowest server alone, and of all servers. */
export async function measureStartUp(folder: string): Promise<readonly Gauge[]> {
  await using upstream = await openServers(folder);
  const all = Array.from({ length: servers }, (_, at) => ({
    name: `s${at}`,
    upstream: { kind: "json", origin: `http://127.0.0.1:${upstream.port}/s${at}` } as const,
  }));
  const timed = async (name: string, chosen: typeof all): Promise<number> => {
    const port = await freePort();
    const file = writeConfig(join(folder, name), chosen);
    const question = listOf(chosen.length * toolsEach);
    const began = performance.now();
    const isUp = (): Promise<void> => answersOnce({ address: addressOf(port, "/mcp"), question });
    const gateway = await start({ args: serveCommand(file, port), port, folder, isUp });
    const tookMs = performance.now() - began;
    await gateway[Symbol.asyncDispose]();
    return tookMs;
  };
  const slowest = await timed("slowest", all.slice(-1));
  const whole = await timed("all", all);
  const what = `start with ${servers * toolsEach} tools over ${servers} servers`;
  return [
    { what, value: whole, unit: "ms" },
    { what: `${what}, over the slowest alone`, value: whole - slowest, unit: "ms", max: 3_000 },
  ];
}

async function openServers(folder: string): ReturnType<typeof start> {
  const port = await freePort();
  const isUp = (): Promise<void> =>
    answersOnce({ address: addressOf(port, "/s0/mcp"), question: listOf(toolsEach) });
  const args = manyServersCommand(port, { servers, toolsEach, slowMs });
  return start({ args, port, folder, isUp });
}

function addressOf(port: number, path: string): Address {
  return { port, path, era: "modern", toolName: (tool) => tool };
}
