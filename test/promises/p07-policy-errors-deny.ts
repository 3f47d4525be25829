import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { runProgram } from "../../packages/testing/src/services/run-program.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { type CountingServer, openCountingServer } from "../gate/counting-server.ts";
import { type Ask, connectHttp } from "../gate/http-client.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { findStrace, whyNoStrace } from "./faults/find-strace.ts";
import { suffer } from "./faults/system-faults.ts";
import { startGateway } from "./gateway-process.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import { serverEntry } from "./server-entry.ts";

export const promise = definePromise({
  id: "P7",
  text: "A policy that cannot be used, or whose condition fails, denies; and calls pass again by themselves once it can.",
  proofs: [
    { title: "a file that is missing, unreadable, half-written or faulty", prove: broken },
    { title: "a condition that fails", prove: failing },
    {
      title: "a file that takes five seconds to open",
      fullOnly: true,
      missing: whyNoStrace,
      prove: hanging,
    },
  ],
});

const good = `version: 1
statements:
  - id: short-names
    effect: allow
    kinds: [local]
    tools: ["*/*"]
    when: size(args.city) < 50 && !args.city.startsWith("deny") && (args.city != "fail" || args.none == 1.0)
  - id: no-traps
    effect: deny
    kinds: [local]
    tools: ["*/*"]
    when: args.city.startsWith("trap") && args.none == 1.0
...
`;
const file = "policy.yaml";

/** Ways to break the policy file. */
const breakages: Readonly<Record<string, (folder: Folder) => Promise<unknown>>> = {
  missing: ({ path }) => rm(join(path, file)),
  "a folder": async ({ path }) => {
    await rm(join(path, file));
    await mkdir(join(path, file));
  },
  "a pipe": async ({ path }) => {
    await rm(join(path, file));
    await runProgram({ command: "mkfifo", args: [join(path, file)] });
  },
  "half-written": (folder) => folder.write(file, good.slice(0, good.indexOf("    when"))),
  "without its end": (folder) => folder.write(file, good.replace("...\n", "")),
  empty: (folder) => folder.write(file, ""),
  "no text": (folder) => folder.write(file, Uint8Array.from([0xff, 0xfe, 0])),
  "no YAML": (folder) => folder.write(file, `${good}]: {`),
  "with an unknown key": (folder) => folder.write(file, good.replace("kinds:", "kind:")),
  "with a wrong condition": (folder) => folder.write(file, good.replace("args.city)", "city)")),
  "too long": (folder) => folder.write(file, `${good}${"# \n".repeat(1_000_000)}`),
};

interface Told {
  readonly kind: string;
  readonly denied: boolean;
  readonly recovered: boolean;
  /** Calls that reached the server between the first refusal and the repair of the file. */
  readonly leaked: number;
}

async function broken({ note }: ProofContext): Promise<readonly Figure[]> {
  const all = await Promise.all(
    Object.entries(breakages).map(([kind, act]) => breakOne(kind, act)),
  );
  const countWhere = (which: (each: Told) => boolean): number => {
    const found = all.filter(which);
    for (const { kind } of found) note(kind);
    return found.length;
  };
  return [
    { label: "ways to break the file", value: all.length },
    {
      label: "ways after which calls were not denied",
      value: countWhere((each) => !each.denied),
      must: { is: 0 },
    },
    {
      label: "calls that ran while it was broken",
      value: all.reduce((sum, { leaked }) => sum + leaked, 0),
      must: { is: 0 },
    },
    {
      label: "ways after which calls did not pass again",
      value: countWhere((each) => !each.recovered),
      must: { is: 0 },
    },
  ];
}

async function breakOne(kind: string, act: (folder: Folder) => Promise<unknown>): Promise<Told> {
  await using folder = await openFolder({ [file]: good });
  await using server = await openCountingServer({ tools: [reading("get-forecast")] });
  await folder.write("toolcourt.yaml", configFor(server));
  await using gateway = await openServing(folder.path);
  const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast" });
  if ((await codeOf(ask, "before")) !== undefined) throw new Error("Nothing passes to begin with.");
  await act(folder);
  const denied = await until(async () => (await codeOf(ask, "at once")) === "policy-denied");
  const leaked = await callsDuring(server, ask);
  await rm(join(folder.path, file), { recursive: true, force: true });
  await folder.write("new.yaml", good);
  await rename(join(folder.path, "new.yaml"), join(folder.path, file));
  const recovered = await until(async () => (await codeOf(ask, "again")) === undefined);
  return { kind, denied, recovered, leaked };
}

/** Counts the calls over longer than one poll of the file. */
async function callsDuring(server: CountingServer, ask: Ask): Promise<number> {
  const before = server.calls.length;
  for (let times = 0; times < 12; times += 1) {
    await codeOf(ask, `broken ${times}`);
    await systemClock.sleep(100);
  }
  return server.calls.length - before;
}

async function failing(): Promise<readonly Figure[]> {
  await using folder = await openFolder({ [file]: good });
  await using server = await openCountingServer({ tools: [reading("get-forecast")] });
  await folder.write("toolcourt.yaml", configFor(server));
  await using gateway = await openServing(folder.path);
  const modern = await connectHttp(gateway.url, { era: "modern", lane: "fast" });
  const legacy = await connectHttp(gateway.url, { era: "legacy", lane: "sdk" });
  const denied = ["fail", "deny", "trap", "x".repeat(60)];
  const codes: (string | undefined)[] = [];
  for (const ask of [modern, legacy]) {
    for (const city of denied) codes.push(await codeOf(ask, city));
  }
  const ran = server.calls.length;
  const passes = [await codeOf(modern, "Geneva"), await codeOf(legacy, "Basel")];
  return [
    { label: "calls whose condition fails or is false", value: codes.length },
    {
      label: "of them not denied",
      value: codes.filter((code) => code !== "policy-denied").length,
      must: { is: 0 },
    },
    { label: "of them run", value: ran, must: { is: 0 } },
    {
      label: "other calls denied",
      value: passes.filter((code) => code !== undefined).length,
      must: { is: 0 },
    },
  ];
}

async function hanging(): Promise<readonly Figure[]> {
  const strace = await findStrace();
  await using folder = await openFolder({ [file]: good });
  await using server = await openCountingServer({ tools: [reading("get-forecast")] });
  await folder.write("toolcourt.yaml", configFor(server));
  await using gateway = await startGateway({ folder: folder.path });
  const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast" });
  const inject = ["openat:delay_enter=5000000:when=1"];
  const fault = await suffer(strace, gateway.pid, { paths: [join(folder.path, file)], inject });
  const denied = await until(async () => (await codeOf(ask, "slow")) === "policy-denied");
  const before = server.calls.length;
  await codeOf(ask, "slower");
  const leaked = server.calls.length - before;
  await fault.end();
  const recovered = await until(async () => (await codeOf(ask, "again")) === undefined);
  return [
    { label: "times that calls were denied meanwhile", value: Number(denied), must: { is: 1 } },
    { label: "calls that ran meanwhile", value: leaked, must: { is: 0 } },
    { label: "times that calls passed again", value: Number(recovered), must: { is: 1 } },
  ];
}

async function codeOf(ask: Ask, city: string): Promise<string | undefined> {
  const { refused, rpc } = outcomeOf(
    await ask("tools/call", { name: "get-forecast", arguments: { city } }),
  );
  return refused ?? (rpc === undefined ? undefined : `error ${rpc}`);
}

/** Returns whether the condition holds within ten seconds: the file is polled once a second. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = systemClock.monotonic() + 10_000;
  while (systemClock.monotonic() < end) {
    if (await isSo()) return true;
    await systemClock.sleep(50);
  }
  return false;
}

function configFor({ url }: CountingServer): string {
  return JSON.stringify({ toolbox: { mcps: [serverEntry("weather", url)] }, policy: { file } });
}
