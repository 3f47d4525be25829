import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openPostgres } from "../packages/testing/src/services/open-postgres.ts";
import { openRedis } from "../packages/testing/src/services/open-redis.ts";
import { openGuard } from "./guard.ts";
import { guarded, twoReplicas } from "./guarded.ts";
import type { Address, Era } from "./load/dialect.ts";
import { answersOnce } from "./load/measure.ts";
import { echoOf } from "./load/question.ts";
import { install, npmGateways } from "./npm-gateways.ts";
import { freePort, type Program, start, together } from "./processes/start.ts";
import { echoCommand, ownSubjects, type Subject, type Upstream } from "./subjects.ts";

export interface Runner {
  readonly subject: Subject;
  readonly program: Program;
}

/** A subject that does not run, and the reason. Every absence is reported. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** All subjects in front of one kind of server, started and answering. */
export interface RunningSubjects extends AsyncDisposable {
  readonly runners: readonly Runner[];
  readonly skipped: readonly Skipped[];
}

export interface SubjectsOptions {
  readonly kind: Upstream["kind"];
  readonly folder: string;
  readonly mayFetch: boolean;
}

export async function openSubjects({
  kind,
  folder,
  mayFetch,
}: SubjectsOptions): Promise<RunningSubjects> {
  await using stack = new AsyncDisposableStack();
  const upstream = await openUpstream(kind, { folder, stack });
  const runners: Runner[] = [];
  const skipped: Skipped[] = [];
  const guards = kind === "http" ? await openGuarded({ stack, skipped }) : [];
  for (const subject of [...ownSubjects, ...guards, ...npmGateways]) {
    const { name, upstreamKinds } = subject;
    if (!upstreamKinds.includes(kind)) {
      skipped.push({ name, reason: `does not support ${kind} servers` });
      continue;
    }
    try {
      await install(subject, mayFetch);
      const program = await startSubject(subject, { upstream, folder });
      runners.push({ subject, program: stack.use(program) });
    } catch (error) {
      skipped.push({ name, reason: messageOf(error) });
    }
  }
  const owned = stack.move();
  return { runners, skipped, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Opens our own gateway again, with every check enabled. */
async function openGuarded({
  stack,
  skipped,
}: {
  stack: AsyncDisposableStack;
  skipped: Skipped[];
}): Promise<readonly Subject[]> {
  const guard = stack.use(await openGuard());
  try {
    const postgres = stack.use(await openPostgres({ fsync: "on", full_page_writes: "on" }));
    const redis = stack.use(await openRedis());
    return guarded(guard, { postgres: postgres.url, redis: redis.url });
  } catch (error) {
    skipped.push({ name: twoReplicas, reason: messageOf(error) });
    return guarded(guard, undefined);
  }
}

/**
 * Opens the server to measure against. A stdio server is started by its subject and counts
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

export async function startSubject(
  subject: Subject,
  { upstream, folder }: { readonly upstream: Upstream; readonly folder: string },
): Promise<Program> {
  const own = join(folder, `${upstream.kind}-${await freePort()}`);
  mkdirSync(own, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const programs: Program[] = [];
  // Sequential: the second replica reads the first one's files, such as the lock.
  for (let started = 0; started < (subject.replicas ?? 1); started += 1) {
    programs.push(stack.use(await startOne(subject, { upstream, folder: own })));
  }
  const owned = stack.move();
  return together(programs, () => owned.disposeAsync());
}

async function startOne(
  subject: Subject,
  { upstream, folder }: { readonly upstream: Upstream; readonly folder: string },
): Promise<Program> {
  const port = await freePort();
  const placement = { port, upstream, folder };
  const address = addressOf(
    { subject, program: { port, others: [] } },
    subject.eras[0] ?? "legacy",
  );
  return start({
    args: subject.command(placement),
    port,
    folder,
    ...(subject.env && { env: subject.env(placement) }),
    isUp: () => answersOnce({ address, question: echoOf(200) }),
  });
}

export function addressOf(
  { subject, program }: { subject: Subject; program: Pick<Program, "port" | "others"> },
  era: Era,
): Address {
  const { transport, toolName, token } = subject;
  const { port, others } = program;
  return { port, others, path: "/mcp", era, transport, toolName, token };
}

function same(name: string): string {
  return name;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
