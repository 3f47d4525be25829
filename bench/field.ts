import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Contestant, echoCommand, home, type Upstream } from "./contestants.ts";
import type { Address, Era } from "./load/dialect.ts";
import { answersOnce } from "./load/measure.ts";
import { echoOf } from "./load/question.ts";
import { away, install } from "./npm-gateways.ts";
import { freePort, type Program, start } from "./processes/start.ts";

/** One who runs. */
export interface Runner {
  readonly contestant: Contestant;
  readonly program: Program;
}

/** One who does not, and why. Nobody is left out in silence. */
export interface Absentee {
  readonly name: string;
  readonly reason: string;
}

/** Everybody before one kind of server, started and answering. */
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
  for (const contestant of [...home, ...away]) {
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
      absentees.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const owned = stack.move();
  return { runners, absentees, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** A server over stdio is started by whoever stands before it, and counts as part of that one's tree. */
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
  const port = await freePort();
  const own = join(folder, `${upstream.kind}-${port}`);
  mkdirSync(own, { recursive: true });
  const placing = { port, upstream, folder: own };
  const address = addressOf({ contestant, port }, contestant.eras[0] ?? "legacy");
  return start({
    args: contestant.command(placing),
    port,
    folder: own,
    ...(contestant.env && { env: contestant.env(placing) }),
    isUp: () => answersOnce({ address, question: echoOf(200) }),
  });
}

export function addressOf(
  { contestant, port }: { readonly contestant: Contestant; readonly port: number },
  era: Era,
): Address {
  const { transport, toolName } = contestant;
  return { port, path: "/mcp", era, transport, toolName };
}

function same(name: string): string {
  return name;
}
