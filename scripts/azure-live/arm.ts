import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { createCloud } from "../../packages/azure/src/testing/cloud/cloud.ts";
import * as fixture from "../../packages/azure/src/testing/cloud/data.ts";
import { answersIn, callsOf, type Told, withCap } from "./calls.ts";
import { type ConnectionInput, problemIn } from "./connection.ts";
import { compareKeys } from "./key-set.ts";
import { type Environment, type Finished, valueOf } from "./parts.ts";
import { type Exchange, openRecorder, type Recorder } from "./recorder.ts";
import { Scrubber } from "./scrub.ts";

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Where a command runs. */
export interface At {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
}

export interface ArmDeps {
  readonly environment: Environment;
  readonly toolcourt: (args: readonly string[], at: At) => Promise<Ran>;
  readonly now: Date;
  readonly connection: ConnectionInput;
  /** Writes a scrubbed answer. Default: none is written. */
  readonly record?: (file: string, text: string) => Promise<void>;
}

const management = "https://management.azure.com";
const maxRequests = 30;
const root = resolve(import.meta.dirname, "../..");

/** Calls every tool once through a gateway of its own, and compares the answers with the fixture. */
export async function runArm(deps: ArmDeps): Promise<Finished> {
  const { environment, toolcourt, connection } = deps;
  const problem = problemIn(environment);
  if (problem !== undefined) return { lines: [problem], failed: true };
  const key = valueOf(environment, "APIM_KEY");
  await using recorder = await openRecorder({
    to: (valueOf(environment, "APIM_URL") ?? management).replace(/\/$/, ""),
    headers: key === undefined ? {} : { "ocp-apim-subscription-key": key },
    max: maxRequests,
    prefix: "/arm",
  });
  await using folder = await openFolder({ "toolcourt.yaml": await configFor(recorder) });
  const at = { folder: folder.path, environment: { APIM_KEY: "of-the-recorder" } };
  const added = await toolcourt(["connections", "add", "azure", ...connection.flags], {
    ...at,
    input: connection.input,
  });
  if (added.code !== 0) return { lines: [added.errors], failed: true };

  const answers = await callAll(deps, { ...at, input: "" }, recorder);
  return {
    lines: [
      ...answers.map(lineOf),
      ...(await compare(recorder, deps)),
      `${recorder.exchanges.length} of at most ${maxRequests} requests were sent.`,
    ],
    failed: isFailure(answers),
  };
}

/** A run in which no tool gave an answer shows nothing. */
function isFailure(answers: readonly Told[]): boolean {
  return answers.some(({ status }) => status === "failed") || !answers.some(isAnswered);
}

function isAnswered({ status }: Told): boolean {
  return status === "complete" || status === "partial";
}

/** Calls the tools one after the other. A refusal by the cap is no failure of its tool. */
async function callAll(
  { environment, toolcourt, now }: ArmDeps,
  at: At,
  recorder: Recorder,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const { tool, args } of callsOf({ ...idsIn(environment), now })) {
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
