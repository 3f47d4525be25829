import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import type {
  CosmosAnswer,
  CosmosFixture,
  CosmosRequest,
} from "../packages/azure/src/testing/cosmos.ts";
import { createStoresFixture, openDoor } from "../packages/azure/src/testing/cosmos-doors.ts";
import {
  killScenarios,
  owedIn,
  type Scenario,
} from "../packages/azure/src/testing/kill-scenarios.ts";
import type { Death } from "../packages/azure/src/testing/mortal.ts";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import type { DurableStores } from "../packages/gateway/src/stores/durable-stores.ts";
import { openMemoryStores } from "../packages/gateway/src/stores/memory/open-memory-stores.ts";
import { numberOf, textOf } from "../packages/gateway/src/stores/rows.ts";
import { link } from "../packages/gateway/src/stores/suites/link.ts";
import { isJsonArray, isJsonObject, parseJson } from "../packages/sdk/src/index.ts";

// npm run azure:kills [-- <kills>]
// Kills processes with SIGKILL at each step of every change in Cosmos DB, 500 times by default, and
// looks at what they left. Exit 1: a row that owed was used, or an entry was lost.

const wanted = Number(process.argv[2] ?? 500);
if (!Number.isInteger(wanted) || wanted < 1 || process.argv.length > 3) {
  console.error("Expected npm run azure:kills [-- <kills>], a number from 1 on.");
  process.exit(2);
}
const place = await mkdtemp(join(tmpdir(), "azure-kills-"));
const program = join(place, "program.mjs");
// In one file, because a process that loads hundreds would take longer to start than to be killed.
await build({
  input: join(import.meta.dirname, "azure-kills-program.ts"),
  platform: "node",
  resolve: { conditionNames: ["@toolcourt/source", "import", "module", "node"] },
  output: { file: program, codeSplitting: false },
  logLevel: "silent",
});

interface World {
  readonly home: DurableStores;
  readonly fixture: CosmosFixture;
}

interface Job {
  readonly name: string;
  readonly role: "change" | "look";
  readonly world: World;
  readonly death: Death;
}

/** A process before and after it has its job. */
interface Prey {
  readonly child: ChildProcess;
  readonly ready: PromiseWithResolvers<ServerResponse>;
  readonly ended: PromiseWithResolvers<"died" | boolean>;
  job?: Job;
  steps: number;
}

const idle: World = createWorld();
const preys = new Map<string, Prey>();
const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

const figures = { kills: 0, usedOwing: 0, entriesLost: 0, stillOwing: 0 };
const killsOf: Record<string, number> = {};
const begun = performance.now();
// Processes start slowly, so some wait for their job.
const waiting = [startPrey(), startPrey(), startPrey()];
while (figures.kills < wanted) {
  for (const [name, scenario] of Object.entries(killScenarios)) {
    await killAtEachStep(name, scenario);
  }
}
for (const { child } of waiting) child.kill("SIGKILL");
server.closeAllConnections();
server.close();
await rm(place, { recursive: true, force: true });
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(JSON.stringify({ ...figures, seconds, killsOf }));
process.exitCode = figures.usedOwing + figures.entriesLost + figures.stillOwing === 0 ? 0 : 1;

function createWorld(): World {
  return { home: openMemoryStores({ link }), fixture: createStoresFixture() };
}

function startPrey(): Prey {
  const id = `p${preys.size}`;
  const url = `http://127.0.0.1:${port}/${id}`;
  const env = { ...process.env, NODE_COMPILE_CACHE: place };
  const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
  const child = spawn(process.execPath, [program, url], { env, stdio });
  const prey: Prey = {
    child,
    ready: Promise.withResolvers(),
    ended: Promise.withResolvers(),
    steps: 0,
  };
  child.on("exit", () => prey.ended.resolve("died"));
  preys.set(id, prey);
  return prey;
}

/** Kills the writer at each step, and after it a reader at another one each time. */
async function killAtEachStep(name: string, scenario: Scenario): Promise<void> {
  for (let number = 0; figures.kills < wanted; number += 1) {
    const death = { step: Math.floor(number / 2), takesEffect: number % 2 === 1 };
    const world = createWorld();
    await scenario.prepare(await openDoor({ ...world, clock: systemClock }));
    const written = await run({ name, role: "change", world, death });
    const second = { step: figures.kills % 7, takesEffect: figures.kills % 2 === 1 };
    const read = await run({ name, role: "look", world, death: second });
    await judge(scenario, world, read === true);
    killsOf[name] = (killsOf[name] ?? 0) + Number(written === "died") + Number(read === "died");
    if (written !== "died") return;
  }
}

async function run(job: Job): Promise<"died" | boolean> {
  const prey = waiting.shift() ?? startPrey();
  waiting.push(startPrey());
  const response = await prey.ready.promise;
  prey.job = job;
  response.end(JSON.stringify({ name: job.name, role: job.role }));
  const ended = await prey.ended.promise;
  figures.kills += Number(ended === "died");
  return ended;
}

async function judge(scenario: Scenario, { home, fixture }: World, isUsed: boolean): Promise<void> {
  const { isAudited, look, verify } = scenario;
  const lacks = async (): Promise<boolean> => isAudited && (await owedIn(home)) === 0;
  figures.usedOwing += Number(isUsed && (await lacks()));
  const stores = await openDoor({ home, fixture, clock: systemClock });
  const isSeen = await look(stores);
  figures.entriesLost += Number(isSeen && (await lacks()));
  await verify?.(stores, isSeen);
  const rows = ["connections", "policies"].flatMap((each) => fixture.items.all(each));
  figures.stillOwing += rows.filter((row) => "owed" in row).length;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await sentIn(request);
  const prey = preys.get(sent.id);
  if (sent.what === "ready") prey?.ready.resolve(response);
  else if (sent.what === "done") {
    prey?.ended.resolve(sent.body === "true");
    response.end();
  } else if (prey !== undefined) await step(prey, sent, response);
}

interface Sent extends CosmosRequest {
  /** The process. */
  readonly id: string;
  readonly what: string;
}

async function sentIn(request: IncomingMessage): Promise<Sent> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  const { method = "", url = "" } = request;
  const [, id = "", what = "", path = ""] = /^\/(p\d+)\/(\w+)(.*)$/.exec(url) ?? [];
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { id, what, method, path, headers, body };
}

/** Kills the process before or after the effect of its step, and never answers that one. */
async function step(prey: Prey, sent: Sent, response: ServerResponse): Promise<void> {
  const { job, child } = prey;
  const isLast = job !== undefined && prey.steps === job.death.step;
  // Steps count from the job on: the start is not killed.
  prey.steps += Number(job !== undefined);
  if (isLast && !job.death.takesEffect) {
    child.kill("SIGKILL");
    return;
  }
  const { status, headers, body } = await effectOf(sent, job?.world ?? idle);
  if (isLast) child.kill("SIGKILL");
  else response.writeHead(status, headers).end(body);
}

async function effectOf(sent: Sent, { home, fixture }: World): Promise<CosmosAnswer> {
  if (sent.what !== "log") return fixture.answer(sent);
  const entries = parseJson(sent.body);
  const rows = isJsonArray(entries) ? entries.filter(isJsonObject) : [];
  const notes = rows.map((row) => ({
    body: textOf(row, "body"),
    part: "note" as const,
    at: numberOf(row, "at"),
  }));
  await home.audit.append(notes, "on-disk");
  return { status: 200, headers: {}, body: "" };
}
