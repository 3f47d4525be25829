import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import node, { env, execPath, pid, ppid } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { cache } from "./install-once.ts";
import { isRunning } from "./is-running.ts";

export type Shared =
  | { readonly kind: "running"; readonly url: string }
  | { readonly kind: "missing"; readonly reason: string };

// The runner starts a process per test file, so the run's id is the runner's.
const run = node.connected ? ppid : pid;
// The first run may have to download it.
const timeoutMs = 180_000;

/** Returns the server that all test files of a run share. The first request starts it. */
export async function sharedServer(service: "postgres" | "redis"): Promise<Shared> {
  await mkdir(cache, { recursive: true });
  const folder = join(cache, `run-${run}-${service}`);
  const until = systemClock.monotonic() + timeoutMs;
  while (systemClock.monotonic() < until) {
    const isFirst = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (isFirst) startKeeper(service, folder);
    const news = await readNews(folder);
    if (news !== undefined) return found(service, news);
    await systemClock.sleep(20);
  }
  return found(service, { missing: "It did not start in time." });
}

function startKeeper(service: string, folder: string): void {
  const program = join(import.meta.dirname, "keeper.ts");
  // Without the condition it would need the built packages, and die where there are none.
  const args = ["--conditions=@toolcourt/source", program, service, String(run), folder];
  spawn(execPath, args, {
    detached: true,
    stdio: "ignore",
  }).unref();
}

interface News {
  readonly keeper?: unknown;
  readonly url?: unknown;
  readonly missing?: unknown;
}

function isNews(value: unknown): value is News {
  return typeof value === "object" && value !== null && "keeper" in value;
}

async function readNews(folder: string): Promise<News | undefined> {
  const text = await readFile(join(folder, "news.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const news: unknown = JSON.parse(text);
  if (isNews(news) && isRunning(Number(news.keeper))) return news;
  // Stale: left by a killed keeper of an earlier run with the same process id.
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

function found(service: string, { url, missing }: News): Shared {
  if (typeof url === "string") return { kind: "running", url };
  const reason = `There is no ${service} for the tests: ${String(missing)}`;
  // Skipping is for developer machines. A CI build that skips proves nothing.
  if (env["CI"] !== undefined) throw new Error(reason);
  return { kind: "missing", reason };
}
