import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openPostgres } from "../packages/testing/src/services/open-postgres.ts";
import { openRedis } from "../packages/testing/src/services/open-redis.ts";
import { type Contestant, echoCommand, home, type Upstream } from "./contestants.ts";
import { openGuard } from "./guard.ts";
import { guarded, twoReplicas } from "./guarded.ts";
import type { Address, Era } from "./load/dialect.ts";
import { answersOnce } from "./load/measure.ts";
import { echoOf } from "./load/question.ts";
import { away, install } from "./npm-gateways.ts";
import { freePort, type Program, start, together } from "./processes/start.ts";

export interface Runner {
  readonly contestant: Contestant;
  readonly program: Program;
}

/** A contestant that does not run, and the reason. Every absence is reported. */
export interface Absentee {
  readonly name: string;
  readonly reason: string;
}

/** All contestants in front of one kind of server, started and answering. */
export interface Field extends AsyncDisposable {
  readonly runners: readonly Runner[];
  readonly absentees: readonly Absentee[];
}

export interface FieldOptions {
  readonly kind: Upstream["kind"];
  readonly folder: string;
  readonly mayFetch: boolean;
}

export async function openField({ kind, folder, mayFetch }: FieldOptions): Promise<Field> {
  await using stack = new AsyncDisposableStack();
  const upstream = await openUpstream(kind, { folder, stack });
  const runners: Runner[] = [];
  const absentees: Absentee[] = [];
  const guards = kind === "http" ? await openGuarded({ stack, absentees }) : [];
  for (const contestant of [...home, ...guards, ...away]) {
    const { name, before } = contestant;
    if (!before.includes(kind)) {
      absentees.push({ name, reason: `does not stand before ${kind} servers` });
      continue;
    }
    try {
      await install(contestant, mayFetch);
      const program = await startContestant(contestant, { upstream, folder });
      runners.push({ contestant, program: stack.use(program) });
    } catch (error) {
      absentees.push({ name, reason: messageOf(error) });
    }
  }
  const owned = stack.move();
  return { runners, absentees, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Opens our own gateway again, with every check enabled. */
async function openGuarded({
  stack,
  absentees,
}: {
  stack: AsyncDisposableStack;
  absentees: Absentee[];
}): Promise<readonly Contestant[]> {
  const guard = stack.use(await openGuard());
  try {
    const postgres = stack.use(await openPostgres({ fsync: "on", full_page_writes: "on" }));
    const redis = stack.use(await openRedis());
    return guarded(guard, { postgres: postgres.url, redis: redis.url });
  } catch (error) {
    absentees.push({ name: twoReplicas, reason: messageOf(error) });
    return guarded(guard, undefined);
  }
}

/**
 * Opens the server to measure against. A stdio server is started by its contestant and counts
 * toward its process tree.
 */
export async function openUpstream(
  kind: Upstream["kind"],
  { folder, stack }: { readonly folder: string; readonly stack: AsyncDisposableStack },
): Promise<Upstream> {
  if (kind === "stdio") return { kind, args: echoCommand(kind) };
  const port = await freePort();
  const address = {
    port,
    path: "/mcp",
    era: "legacy",
    transport: "streamable",
    toolName: same,
  } as const;
  const isUp = (): Promise<void> => answersOnce({ address, question: echoOf(200) });
  stack.use(await start({ args: echoCommand(kind, port), port, folder, isUp }));
  return { kind, origin: `http://127.0.0.1:${port}` };
}

export async function startContestant(
  contestant: Contestant,
  { upstream, folder }: { readonly upstream: Upstream; readonly folder: string },
): Promise<Program> {
  const own = join(folder, `${upstream.kind}-${await freePort()}`);
  mkdirSync(own, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const programs: Program[] = [];
  // Sequential: the second replica reads the first one's files, such as the lock.
  for (let started = 0; started < (contestant.replicas ?? 1); started += 1) {
    programs.push(stack.use(await startOne(contestant, { upstream, folder: own })));
  }
  const owned = stack.move();
  return together(programs, () => owned.disposeAsync());
}

async function startOne(
  contestant: Contestant,
  { upstream, folder }: { readonly upstream: Upstream; readonly folder: string },
): Promise<Program> {
  const port = await freePort();
  const placing = { port, upstream, folder };
  const address = addressOf(
    { contestant, program: { port, others: [] } },
    contestant.eras[0] ?? "legacy",
  );
  return start({
    args: contestant.command(placing),
    port,
    folder,
    ...(contestant.env && { env: contestant.env(placing) }),
    isUp: () => answersOnce({ address, question: echoOf(200) }),
  });
}

export function addressOf(
  { contestant, program }: { contestant: Contestant; program: Pick<Program, "port" | "others"> },
  era: Era,
): Address {
  const { transport, toolName, token } = contestant;
  const { port, others } = program;
  return { port, others, path: "/mcp", era, transport, toolName, token };
}

function same(name: string): string {
  return name;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
