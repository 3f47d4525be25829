import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openPostgres } from "../packages/testing/src/services/open-postgres.ts";
import { openRedis } from "../packages/testing/src/services/open-redis.ts";
import { openGuard } from "./guard.ts";
import { answersOnce, type Conversation, openConversation } from "./load/conversation.ts";
import type { Address, Era } from "./load/dialect.ts";
import { echoOf, type Question } from "./load/question.ts";
import { install } from "./npm-gateways.ts";
import { freePort, type Program, start, together } from "./processes/start.ts";
import {
  echoCommand,
  type Placement,
  type SharedStores,
  type Subject,
  type Upstream,
  type UpstreamKind,
} from "./subjects.ts";
import { openViewers, type Viewers } from "./viewers/open-viewers.ts";

export const inFlight = 16;

export interface Runner extends Conversation {
  readonly subject: string;
  readonly program: Watched;
}

/** A started subject, and who looks at its console. */
export interface Watched extends Program {
  /** Default: none. */
  readonly viewers?: Viewers;
}

/** Subjects that are started and answer, and those that do not with their reasons. */
export interface Comparison extends AsyncDisposable {
  readonly runners: readonly Runner[];
  readonly missing: Readonly<Record<string, string>>;
}

export interface ComparisonOptions {
  readonly subjects: readonly Subject[];
  readonly question: Question;
  readonly era: Era;
  readonly folder: string;
}

export async function openComparison(options: ComparisonOptions): Promise<Comparison> {
  await using stack = new AsyncDisposableStack();
  const { subjects, question, era, folder } = options;
  const upstreams = await openUpstreams(subjects, { folder, stack });
  const shared = subjects.some(({ replicas }) => replicas !== undefined)
    ? await openShared(stack)
    : undefined;
  const guard = stack.use(await openGuard());
  const runners: Runner[] = [];
  const missing: Record<string, string> = {};
  for (const subject of subjects) {
    try {
      await install(subject);
      const upstream = upstreams.get(subject.upstream);
      if (upstream === undefined) throw new Error("has no server");
      const program = await startSubject(subject, { upstream, folder, guard, shared });
      stack.use(program);
      const address = addressOf(subject, { program, era, token: guard.token });
      const conversation = stack.use(await openConversation({ address, question, inFlight }));
      runners.push({ subject: subject.id, program, ...conversation });
    } catch (error) {
      missing[subject.id] = messageOf(error);
    }
  }
  const owned = stack.move();
  return { runners, missing, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface Surroundings {
  readonly folder: string;
  readonly stack: AsyncDisposableStack;
}

async function openUpstreams(
  subjects: readonly Subject[],
  surroundings: Surroundings,
): Promise<ReadonlyMap<UpstreamKind, Upstream>> {
  const upstreams = new Map<UpstreamKind, Upstream>();
  for (const kind of new Set(subjects.map(({ upstream }) => upstream))) {
    upstreams.set(kind, await openUpstream(kind, surroundings));
  }
  return upstreams;
}

/** Opens a server. A stdio server is started by its subject and counts toward its tree. */
export async function openUpstream(
  kind: UpstreamKind,
  { folder, stack }: Surroundings,
): Promise<Upstream> {
  if (kind === "stdio") return { kind, args: echoCommand(kind) };
  const port = await freePort();
  const address = { port, path: "/mcp", era: "legacy", toolName: same } as const;
  const isUp = (): Promise<void> => answersOnce({ address, question: echoOf(200) });
  stack.use(await start({ args: echoCommand(kind, port), port, folder, isUp }));
  return { kind, origin: `http://127.0.0.1:${port}` };
}

/** Returns undefined where PostgreSQL or Redis is not installed. */
async function openShared(stack: AsyncDisposableStack): Promise<SharedStores | undefined> {
  try {
    const postgres = stack.use(await openPostgres({ fsync: "on", full_page_writes: "on" }));
    const redis = stack.use(await openRedis());
    return { postgres: postgres.url, redis: redis.url };
  } catch {
    return undefined;
  }
}

export async function startSubject(
  subject: Subject,
  surroundings: Omit<Placement, "port">,
): Promise<Watched> {
  const folder = join(surroundings.folder, `${subject.id}-${await freePort()}`);
  mkdirSync(folder, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const programs: Program[] = [];
  // Sequential: the second replica reads the first one's files, such as the lock.
  for (let started = 0; started < (subject.replicas ?? 1); started += 1) {
    const placement = { ...surroundings, folder, port: await freePort() };
    programs.push(stack.use(await startOne(subject, placement)));
  }
  const viewers =
    subject.viewers === undefined
      ? undefined
      : stack.use(await openViewers(subject.viewers, folder));
  const owned = stack.move();
  return {
    ...together(programs, () => owned.disposeAsync()),
    ...(viewers !== undefined && { viewers }),
  };
}

function startOne(subject: Subject, placement: Placement): Promise<Program> {
  const { port, folder, guard } = placement;
  const era = subject.eras?.[0] ?? "modern";
  const address = addressOf(subject, { program: { port, others: [] }, era, token: guard.token });
  return start({
    args: subject.command(placement),
    port,
    folder,
    ...(subject.env && { env: subject.env(placement) }),
    // A connection that comes before the second worker listens belongs to the first one for good.
    isUp: async () => {
      if (subject.readyPath !== undefined) await answersWell(port, subject.readyPath);
      await answersOnce({ address, question: echoOf(200) });
    },
  });
}

async function answersWell(port: number, path: string): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
  if (status !== 200) throw new Error(`is not ready: status ${status}`);
}

interface Caller {
  readonly program: Pick<Program, "port" | "others">;
  readonly era: Era;
  readonly token: string;
}

export function addressOf(subject: Subject, { program, era, token }: Caller): Address {
  const { transport = "streamable", toolName = same, isGuarded = false } = subject;
  const { port, others } = program;
  const bearer = isGuarded ? token : undefined;
  return { port, others, path: "/mcp", era, transport, toolName, token: bearer };
}

function same(name: string): string {
  return name;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
