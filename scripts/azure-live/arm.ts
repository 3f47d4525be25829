import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { createCloud } from "../../packages/azure/src/testing/cloud/cloud.ts";
import * as fixture from "../../packages/azure/src/testing/cloud/data.ts";
import { answersIn, type Call, type CallsOf, callsOf, type Told, withCap } from "./calls.ts";
import { type ConnectionInput, problemIn } from "./connection.ts";
import { type At, inHome, type Toolcourt } from "./home.ts";
import { compareKeys } from "./key-set.ts";
import { type Environment, type Finished, valueOf } from "./parts.ts";
import { type Exchange, openRecorder, type Recorder } from "./recorder.ts";
import { Scrubber } from "./scrub.ts";

export interface ArmDeps {
  readonly environment: Environment;
  readonly toolcourt: Toolcourt;
  readonly now: Date;
  readonly connection: ConnectionInput;
  /** Writes a scrubbed answer. Default: none is written. */
  readonly record?: (file: string, text: string) => Promise<void>;
}

const management = "https://management.azure.com";
const maxRequests = 30;
const root = resolve(import.meta.dirname, "../..");

/** Calls every tool once through a gateway of its own, and compares the answers with the fixture. */
export function runArm(deps: ArmDeps): Promise<Finished> {
  return throughRecorder(deps, maxRequests, async (at, recorder) => {
    const answers = await callAll(callsOf(scopeOf(deps)), { ...deps, at, recorder });
    return {
      lines: [
        ...answers.map(lineOf),
        ...(await compare(recorder, deps)),
        `${recorder.exchanges.length} of at most ${maxRequests} requests were sent.`,
      ],
      failed: isFailure(answers),
    };
  });
}

/** Two pages are enough to see whether the token is taken. */
const maxFederated = 2;

/** Lists the subscriptions with a token that a federated token file alone proves. */
export function runFederated(deps: ArmDeps): Promise<Finished> {
  return throughRecorder(deps, maxFederated, async (at, recorder) => {
    const calls = callsOf(scopeOf(deps)).filter(({ tool }) => tool === "list-subscriptions");
    const answers = await callAll(calls, { ...deps, at, recorder });
    return { lines: answers.map(lineOf), failed: isFailure(answers) };
  });
}

/** Opens a gateway with the tools, whose requests pass a recorder. */
async function throughRecorder(
  { environment, toolcourt, connection }: ArmDeps,
  max: number,
  work: (at: At, recorder: Recorder) => Promise<Finished>,
): Promise<Finished> {
  const problem = problemIn(environment);
  if (problem !== undefined) return { lines: [problem], failed: true };
  const key = valueOf(environment, "APIM_KEY");
  await using recorder = await openRecorder({
    to: (valueOf(environment, "APIM_URL") ?? management).replace(/\/$/, ""),
    headers: key === undefined ? {} : { "ocp-apim-subscription-key": key },
    max,
    prefix: "/arm",
  });
  const config = await configFor(recorder);
  const home = { config, environment: { APIM_KEY: "of-the-recorder" }, connection };
  return await inHome(home, toolcourt, (at) => work(at, recorder));
}

function scopeOf({ environment, now }: ArmDeps): CallsOf {
  return { ...idsIn(environment), now };
}

/** A run in which no tool gave an answer shows nothing. */
function isFailure(answers: readonly Told[]): boolean {
  return answers.some(({ status }) => status === "failed") || !answers.some(isAnswered);
}

function isAnswered({ status }: Told): boolean {
  return status === "complete" || status === "partial";
}

interface Calling extends Pick<ArmDeps, "toolcourt"> {
  readonly at: At;
  readonly recorder: Recorder;
}

/** Calls the tools one after the other. A refusal by the cap is no failure of its tool. */
async function callAll(
  calls: readonly Call[],
  { toolcourt, at, recorder }: Calling,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const { tool, args } of calls) {
    const before = recorder.refused();
    const { output } = await toolcourt(["call", tool, "--args", JSON.stringify(args)], at);
    told.push(...withCap(answersIn(tool, output), recorder.refused() - before));
  }
  return told;
}

function lineOf(told: Told): string {
  if (told.status === "capped") return `${told.tool}: not asked, the cap is reached`;
  const { tool, status, reason } = told;
  return reason === undefined ? `${tool}: ${status}` : `${tool}: ${status}. ${reason}`;
}

/** The configuration of the example, with the recorder in place of API Management. */
async function configFor({ url }: Recorder): Promise<string> {
  const text = await readFile(resolve(root, "examples/azure/toolcourt.yaml"), "utf8");
  return text
    .replace("https://localhost:7443", url)
    .replace("  ca_file: ca.pem\n", "")
    .replace("./examples/", `${root}/examples/`);
}

function idsIn(environment: Environment) {
  const tenantId = valueOf(environment, "TENANT_ID")?.toLowerCase() ?? "";
  const subscriptionId = valueOf(environment, "SUBSCRIPTION_ID")?.toLowerCase() ?? "";
  return { tenantId, subscriptionId };
}

/** Compares each answer with that of the fixture, and writes it if so asked. */
async function compare(
  { exchanges }: Recorder,
  { environment, record }: ArmDeps,
): Promise<readonly string[]> {
  const scrubber = new Scrubber();
  const lines = new Set<string>();
  for (const [index, exchange] of exchanges.entries()) {
    const { status, answer } = exchange;
    const expected = expectedFor(exchange, idsIn(environment));
    const name = nameOf(exchange);
    if (status === 200) {
      const { added, missing } = compareKeys(answer, expected);
      if (added.length > 0) lines.add(`${name}: only the live answer has ${added.join(", ")}`);
      if (missing.length > 0) lines.add(`${name}: only the fixture has ${missing.join(", ")}`);
    }
    const body = answer === undefined ? null : scrubber.scrub(answer, expected);
    const text = JSON.stringify({ operation: name, status, body }, null, 2);
    await record?.(`${String(index + 1).padStart(2, "0")}.json`, `${text}\n`);
  }
  return [...lines];
}

/** Asks the fixture the same, in its own subscription. */
function expectedFor(
  { method, path, request }: Exchange,
  { tenantId, subscriptionId }: ReturnType<typeof idsIn>,
): JsonValue | undefined {
  const translated = (text: string): string =>
    text
      .replaceAll(new RegExp(subscriptionId, "gi"), fixture.subscriptionId)
      .replaceAll(new RegExp(tenantId, "gi"), fixture.tenantId);
  const url = new URL(translated(path), management);
  // Tokens of Azure mean nothing to the fixture.
  for (const name of ["$skiptoken", "$skipToken"]) url.searchParams.delete(name);
  const body = request === undefined ? undefined : parseJson(translated(JSON.stringify(request)));
  const cloud = createCloud({ pageSize: 1000 });
  const headers = { authorization: "Bearer of-the-fixture" };
  return cloud.answer({ method, url, headers, ...(isJsonObject(body) && { body }) }).body;
}

/** Names an operation without ids and without its query. */
function nameOf({ method, path }: Exchange): string {
  const [pathname = ""] = path.split("?");
  return `${method} ${pathname.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "{id}")}`;
}
