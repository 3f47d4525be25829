import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { classOfAddress } from "../packages/gateway/src/boundary/egress/address.ts";
import type { EgressOptions } from "../packages/gateway/src/boundary/egress/egress.ts";
import { EgressFailure } from "../packages/gateway/src/boundary/egress/egress-failure.ts";
import type { EgressPolicy } from "../packages/gateway/src/boundary/egress/egress-rules.ts";
import { openEgress } from "../packages/gateway/src/boundary/egress/open-egress.ts";
import type { Area, Row } from "./area.ts";
import { type Footprints, openWorld, type UrlCase, type World } from "./egress-world.ts";

const modes: Readonly<Record<string, EgressPolicy>> = {
  "a list of hosts": { hosts: [{ host: "allowed.example" }] },
  "any public host": { hosts: [], others: { methods: ["GET"], schemes: ["http", "https"] } },
};

/** Egress, tried on hostile URLs, each in its own world. */
export const egressArea: Area = {
  name: "egress",
  measure: async (folder) => {
    const lines = linesIn(join(folder, "attack-cases"));
    if (lines.length === 0) return [];
    const read = lines.map(readUrlCase);
    const cases = read.filter((each) => each !== undefined);
    await using world = await openWorld(cases);
    const rows: Row[] = [{ what: "URLs", figure: lines.length, unit: "count" }];
    rows.push(none("URLs, not understood", lines.length - cases.length));
    for (const [mode, policy] of Object.entries(modes)) {
      const judged: Judged[] = [];
      for (const each of cases) judged.push(await judge(each, policy, world));
      rows.push(...rowsOf(mode, judged));
    }
    rows.push(await metadataRow(cases, world));
    return rows;
  },
};

function linesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /ssrf_urls.*\.jsonl$/.test(file))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "");
}

function readUrlCase(line: string): UrlCase | undefined {
  const row = parseJson(line);
  if (!isJsonObject(row)) return undefined;
  const [id, url, why] = ["id", "url", "why"].map((key) => textOf(own(row, key)));
  const expect = labels.find((label) => label === own(row, "expect"));
  if (id === undefined || url === undefined || expect === undefined) return undefined;
  const redirects = textsOf(own(row, "redirect_chain"));
  const names = namesOf(own(row, "fake_dns"), redirects);
  return { id, url, expect, why: why ?? "", names, redirects };
}

function namesOf(dns: JsonValue | undefined, redirects: readonly string[]): UrlCase["names"] {
  const known = Object.entries(isJsonObject(dns) ? dns : {}).map(
    ([name, answers]) => [name.replace(/\.$/, ""), textsOf(answers)] as const,
  );
  return new Map([...led(redirects, known[0]?.[1] ?? []), ...known]);
}

/** Resolves every redirect target, so that we can see what would have reached it. */
function led(
  redirects: readonly string[],
  addresses: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  const hosts = redirects.map((each) => URL.parse(each.replace(/^\d+ /, ""))?.hostname ?? "");
  return hosts.filter((host) => /[a-z]$/.test(host)).map((host) => [host, addresses]);
}

const labels = ["allow", "deny", "policy"] as const;

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

interface Judged {
  readonly id: string;
  readonly isRight: boolean;
  readonly strays: number;
  readonly leaks: number;
  /** Whether the refusal was only for an unknown name. */
  readonly isUnknown: boolean;
}

async function judge(given: UrlCase, policy: EgressPolicy, world: World): Promise<Judged> {
  const visits: Visit[] = [];
  for (const manner of ["at-once", "in-turn"] as const) {
    visits.push(await visit(given, { policy, manner, world }));
  }
  const prints = visits.map(({ footprints }) => footprints);
  return {
    id: given.id,
    isRight: visits.every((each) => isAsLabeled(given, each)),
    strays: prints.flatMap(({ dialed }) => dialed).filter(isStray).length,
    leaks: prints
      .flatMap(({ arrived }) => arrived)
      .filter(({ host, hasCredentials }) => hasCredentials && host !== hostOf(given)).length,
    isUnknown: prints.every(({ unknown }) => unknown.length > 0),
  };
}

function isStray(address: string): boolean {
  return classOfAddress(address) !== "public";
}

function hostOf({ url }: UrlCase): string | undefined {
  return URL.parse(url)?.host.replace(/\.$/, "");
}

interface Visit {
  /** Outcomes of one request per DNS answer, each over a new connection. */
  readonly answered: readonly boolean[];
  readonly footprints: Footprints;
}

interface Setting {
  readonly policy: EgressPolicy;
  readonly manner: "at-once" | "in-turn";
  readonly world: World;
}

async function visit(given: UrlCase, { policy, manner, world }: Setting): Promise<Visit> {
  const footprints = world.enter(given);
  const lookup = world.lookup(given, manner);
  const answered: boolean[] = [];
  const times =
    manner === "at-once" ? 1 : Math.max(1, ...[...given.names.values()].map((a) => a.length));
  for (let time = 0; time < times; time += 1) {
    const surroundings = { clock: systemClock, lookup, random: () => 0, dial: world.dial };
    await using egress = openEgress({ ...options, policy }, surroundings);
    const headers = { authorization: "Bearer canary" };
    const request = egress.request({ method: "GET", url: given.url, headers });
    answered.push(await request.then(() => true, isRefusedAs));
  }
  return { answered, footprints };
}

/** Rethrows any error but an egress failure: it is our bug. */
function isRefusedAs(error: unknown): false {
  if (error instanceof EgressFailure) return false;
  throw error;
}

const options: Omit<EgressOptions, "policy"> = {
  gateway: { kind: "none" },
  redirects: "same-origin",
  retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } },
  limits: { maxPayloadBytes: 0, maxResponseBytes: 1_000, deadlineMs: 5_000, connections: 1 },
};

/**
 * Checks the label. A name that changes its answer is refused at the first bad answer, which is
 * never used.
 */
function isAsLabeled({ expect }: UrlCase, { answered, footprints }: Visit): boolean {
  if (footprints.dialed.some(isStray)) return false;
  if (expect === "deny") return answered.includes(false);
  if (expect === "allow") return !answered.includes(false);
  return footprints.arrived.every(({ host }) => host === "allowed.example");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function rowsOf(mode: string, judged: readonly Judged[]): readonly Row[] {
  const wrong = judged.filter(({ isRight }) => !isRight);
  return [
    rate(`${mode}, as labeled`, judged.length, wrong),
    none(`${mode}, connections to what is not public`, sum(judged.map(({ strays }) => strays))),
    none(`${mode}, credentials at another origin`, sum(judged.map(({ leaks }) => leaks))),
    {
      what: `${mode}, refused only because the name is unknown`,
      figure: judged.filter(({ isUnknown }) => isUnknown).length,
      unit: "count",
    },
  ];
}

/** Checks metadata endpoints: they stay closed even if the operator allows the host itself. */
async function metadataRow(cases: readonly UrlCase[], world: World): Promise<Row> {
  const wrong: UrlCase[] = [];
  const named = cases.filter(({ why, expect }) => expect === "deny" && /metadata/.test(why));
  for (const given of named) {
    const { hostname, port, protocol } = URL.parse(given.url) ?? new URL("http://0.0.0.0/");
    const host = hostname.replace(/^\[|\]$|\.$/g, "");
    const scheme = protocol === "https:" ? "https" : "http";
    const rule = {
      host,
      scheme,
      addresses: "any",
      ...(port !== "" && { port: Number(port) }),
    } as const;
    const { answered, footprints } = await visit(given, {
      policy: { hosts: [rule, { host: "allowed.example" }] },
      manner: "at-once",
      world,
    });
    if (answered.includes(true) || footprints.dialed.some(isStray)) wrong.push(given);
  }
  return rate("metadata, refused although named", named.length, wrong);
}

function rate(what: string, of: number, wrong: readonly { readonly id: string }[]): Row {
  return {
    what,
    figure: of === 0 ? 1 : 1 - wrong.length / of,
    unit: "rate",
    bound: { at: "exactly", value: 1 },
    ...(wrong.length === 0 ? {} : { note: wrong.map(({ id }) => id).join("; ") }),
  };
}

function none(what: string, figure: number): Row {
  return { what, figure, unit: "count", bound: { at: "exactly", value: 0 } };
}
