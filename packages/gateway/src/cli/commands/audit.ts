import type { JsonObject } from "@toolcourt/sdk";
import { noteOf } from "../../audit/call-entries.ts";
import { momentOf } from "../../audit/call-trail.ts";
import { type CheckpointTrouble, troubleText } from "../../audit/checkpoint-trouble.ts";
import { type CheckpointsOptions, openCheckpoints } from "../../audit/checkpoints.ts";
import type { SignedEdge } from "../../audit/edge-file.ts";
import { exportLog } from "../../audit/export-log.ts";
import { parseVerifier, type Signer, type Verifier } from "../../audit/note.ts";
import type { NoteKind } from "../../audit/note-kinds.ts";
import { isProof, proveRow, verifyProof } from "../../audit/row-proof.ts";
import { splitNotes } from "../../audit/split-notes.ts";
import type { Subjects } from "../../audit/subjects.ts";
import { lostEntry, unfinishedCalls } from "../../audit/unfinished.ts";
import { type Broken, verifyExport } from "../../audit/verify-export.ts";
import { Refusal } from "../../errors/refusal.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { AuditStore } from "../../stores/audit-store.ts";
import { type Proven, unfinishedText, verdictText } from "../audit-text.ts";
import { type Command, defineCommand, type ExitCode, type Surroundings } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { printableJson } from "../printable.ts";
import { readText } from "../read-file.ts";
import { readLines } from "../read-lines.ts";
import { writeLines } from "../write-lines.ts";

/** The audit log of a gateway. */
export interface OpenedAudit extends AsyncDisposable {
  readonly store: AuditStore;
  /** Reads the key that signs checkpoints, which lies apart from the store. */
  readonly signer: () => Promise<Signer>;
  /** How far the gateway has signed the log. Absent where nobody knows. */
  readonly edgeOf?: (signer: Signer) => Promise<SignedEdge | undefined>;
  /** Whose names in the log lead to persons. Absent where nobody's do. */
  readonly subjects?: Pick<Subjects, "find" | "erase">;
  /** After this time a call has ended, or its gateway has. */
  readonly longestCallMs: number;
  /** Who exports, as the log calls them. */
  readonly operator: string;
}

export type OpenAudit = (
  config: string | undefined,
  surroundings: Surroundings,
) => Promise<OpenedAudit>;

interface Asked {
  /** The file or the row that the action is about. */
  readonly what: string;
  readonly config: string | undefined;
  readonly json: boolean;
  readonly out: string | undefined;
  readonly key: readonly string[];
  readonly checkpoint: readonly string[];
  readonly tenant: string | undefined;
  readonly close: boolean;
}

interface Desk {
  readonly asked: Asked;
  readonly open: OpenAudit;
  readonly surroundings: Surroundings;
}

const help = "toolcourt audit --help";

export function createAuditCommand(open: OpenAudit): Command {
  return defineCommand({
    name: "audit",
    summary: "Export the audit log, verify an export, list calls that never ended",
    positionals: "<action> [what]",
    flags: {
      config: configFlag,
      json: { type: "switch", summary: "Print one JSON value and nothing else" },
      out: {
        type: "text",
        value: "file",
        summary: "Where the export goes (default: standard output)",
      },
      key: {
        type: "list",
        value: "key",
        summary: "A public key, or a file that holds it (verify)",
      },
      close: { type: "switch", summary: "End those that cannot run any more (unfinished)" },
      tenant: { type: "text", value: "name", summary: "Whose principal is meant (erase)" },
      checkpoint: {
        type: "list",
        value: "file",
        summary: "Checkpoints that were kept in another place (verify)",
      },
    },
    notes: [
      "Actions: export, verify <file>, prove <row>, unfinished, key, erase <principal>.",
      "`-` is standard input.",
      "verify needs an export or a proof, and the public key. It needs nothing of the gateway.",
      "prove prints a proof that one row is in the log, which shows no other row.",
      "erase destroys what leads from the log to a person. The log stays as it is, and valid.",
      "Exit 0: fine. Exit 1: the export is not what was written, or calls never ended. Exit 2: could not be done.",
    ],

    async run({ values, positionals: [action = "", what = ""] }, surroundings) {
      const act = actions.get(action);
      if (act === undefined)
        throw usage("Say what to do: export, verify, prove, unfinished, key or erase.");
      return act({ asked: { ...values, what }, open, surroundings });
    },
  });
}

type Act = (desk: Desk) => Promise<ExitCode>;

const actions: ReadonlyMap<string, Act> = new Map([
  ["export", exportAll],
  ["verify", verify],
  ["prove", prove],
  ["unfinished", unfinished],
  ["key", printKey],
  ["erase", erase],
]);

async function exportAll({ asked, open, surroundings }: Desk): Promise<ExitCode> {
  const { clock, terminal } = surroundings;
  await using opened = await open(asked.config, surroundings);
  const { store, operator } = opened;
  const signer = await opened.signer();
  const onTrouble = ({ kind }: CheckpointTrouble): void =>
    terminal.err(`The export is not signed to its end: ${troubleText[kind]}`);
  // Whoever reads the log is in it, and what is exported is signed to its end.
  await noteDown(store, clock, { kind: "audit.exported", about: { operator } });
  await signAll(opened, { clock, onTrouble });
  const lines = exportLog(store, signer.name);
  if (asked.out !== undefined) {
    const count = await writeLines(asked.out, lines, surroundings);
    terminal.err(`${count} lines written.`);
    return 0;
  }
  for await (const line of lines) terminal.out(line);
  return 0;
}

async function verify({ asked, surroundings }: Desk): Promise<ExitCode> {
  if (asked.what === "") throw usage("Name the export that is to be verified.");
  if (asked.key.length === 0) throw usage("Give the public key with --key.");
  const verifiers = (
    await Promise.all(asked.key.map((each) => verifiersOf(each, surroundings)))
  ).flat();
  const files = await Promise.all(asked.checkpoint.map((each) => readText(each, surroundings)));
  const outside = files.flatMap(splitNotes);
  const lines = readLines(asked.what, surroundings);
  const next = await lines.next();
  const first = next.done === true ? "" : next.value;
  const whole = startingWith(first, lines);
  const verdict = isProof(first)
    ? await judgeProof(whole, verifiers)
    : await verifyExport(whole, { verifiers, outside });
  surroundings.terminal.out(asked.json ? printableJson(verdict) : verdictText(verdict));
  return verdict.kind === "broken" ? 1 : 0;
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== "") yield first;
  yield* rest;
}

async function judgeProof(
  lines: AsyncIterable<string>,
  verifiers: readonly Verifier[],
): Promise<Proven | Broken> {
  const bytes = Buffer.from((await Array.fromAsync(lines)).join(""), "latin1");
  const row = verifyProof(bytes.toString("utf8"), verifiers);
  if (row !== undefined) return { kind: "proven", ...row };
  return { kind: "broken", line: 1, problem: "The proof does not prove anything." };
}

async function prove({ asked, open, surroundings }: Desk): Promise<ExitCode> {
  const { clock, terminal } = surroundings;
  if (!/^[1-9]\d{0,14}$/.test(asked.what)) throw usage("Name the row by its number.");
  await using opened = await open(asked.config, surroundings);
  const { store, operator } = opened;
  const row = Number(asked.what);
  await noteDown(store, clock, { kind: "audit.read", about: { operator, action: "prove", row } });
  await signAll(opened, { clock });
  const proof = await proveRow(store, row);
  if (proof === undefined) throw usage("There is no such row, or it could not be signed.");
  terminal.out(proof.trimEnd());
  return 0;
}

/** A key has a plus in it, and the path of a file that has one can begin with `./`. */
async function verifiersOf(key: string, surroundings: Surroundings): Promise<readonly Verifier[]> {
  const given = parseVerifier(key);
  if (given !== undefined) return [given];
  const lines = (await readText(key, surroundings, 1)).trim().split("\n");
  return lines.map((line) => {
    const verifier = parseVerifier(line.trim());
    if (verifier === undefined) throw usage("What --key names holds no public key.");
    return verifier;
  });
}

async function unfinished({ asked, open, surroundings }: Desk): Promise<ExitCode> {
  const { clock, terminal } = surroundings;
  await using opened = await open(asked.config, surroundings);
  const { store, operator, longestCallMs } = opened;
  const about = { operator, action: "unfinished" };
  await noteDown(store, clock, { kind: "audit.read", about });
  const calls = await unfinishedCalls(store, { now: clock.now(), longestCallMs });
  terminal.out(asked.json ? printableJson(calls) : unfinishedText(calls));
  const lost = calls.filter(({ mayStillRun }) => !mayStillRun);
  if (lost.length === 0) return 0;
  if (!asked.close) return 1;
  const moment = momentOf(clock);
  const entries = lost.map((call) => lostEntry(call, { operator, moment }));
  await store.append(entries, "on-disk");
  return 0;
}

async function printKey({ asked, open, surroundings }: Desk): Promise<ExitCode> {
  await using opened = await open(asked.config, surroundings);
  const { publicKey } = await opened.signer();
  surroundings.terminal.out(asked.json ? printableJson({ publicKey }) : publicKey);
  return 0;
}

async function erase({ asked, open, surroundings }: Desk): Promise<ExitCode> {
  const { clock, terminal } = surroundings;
  const { what: id, tenant, json } = asked;
  if (id === "") throw usage("Name the principal as callers are known to the gateway.");
  await using opened = await open(asked.config, surroundings);
  const { store, subjects, operator } = opened;
  const subject = await subjects?.find({ id, ...(tenant === undefined ? {} : { tenant }) });
  if (subject === undefined) {
    terminal.err("Nothing leads from the log to this principal.");
    return 1;
  }
  const about = { operator, subject: subject.id };
  await noteDown(store, clock, { kind: "subject.erased", about });
  const fields = (await subjects?.erase(subject.id)) ?? 0;
  terminal.out(
    json
      ? printableJson({ subject: subject.id, fields })
      : `Nothing leads from subject ${subject.id} to a person any more. The log is as it was.`,
  );
  return 0;
}

/** As the gateway would, which alone remembers how far that was. */
async function signAll(
  { store, signer: readSigner, edgeOf }: OpenedAudit,
  options: Pick<CheckpointsOptions, "clock" | "onTrouble">,
): Promise<void> {
  const signer = await readSigner();
  const edgeFile = { load: async () => edgeOf?.(signer), save: async () => undefined };
  const checkpoints = openCheckpoints({ ...options, store, signer, edgeFile });
  // Closing signs.
  await checkpoints[Symbol.asyncDispose]();
}

/** Whoever looks at the log is in it before they see anything. */
async function noteDown(
  store: AuditStore,
  clock: Clock,
  note: { readonly kind: NoteKind; readonly about: JsonObject },
): Promise<void> {
  await store.append([noteOf({ ...note, moment: momentOf(clock) })], "on-disk");
}

function usage(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help });
}
