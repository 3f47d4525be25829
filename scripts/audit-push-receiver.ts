import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

// The receiver of scripts/audit-push.ts: a webhook that keeps rows in a file. It is slow, full and
// lying in turns, and kills itself before and after it has stored rows. Each line that it prints is
// one word about what happened.

const [folder = "", port = "0", turns = "0"] = process.argv.slice(2);
const files = { rows: join(folder, "received.jsonl"), notes: join(folder, "checkpoints.txt") };

/** The hashes of the stored rows, as found on disk: the process may have been killed before. */
const hashes = hashesOn(files.rows);
let requests = Number(turns);

function hashesOn(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.flatMap((line) => /^\{"sequence":\d+,"hash":"([0-9a-f]{64})"/.exec(line)?.[1] ?? []);
}

function append(file: string, content: string): void {
  const descriptor = openSync(file, "a");
  writeSync(descriptor, content);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function report(what: string): void {
  writeSync(1, `${what}\n`);
}

/** One request in three meets a fault. They take turns, so that a short storm has all of them. */
const faults = ["full", "killed-before", "killed-after", "slow", "lies"] as const;

function faultNow(): (typeof faults)[number] | undefined {
  const turn = requests / 3;
  return Number.isInteger(turn) ? faults[turn % faults.length] : undefined;
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Stores the rows that are new. A row behind a gap is not stored. */
function store([header = "", ...lines]: readonly string[], isMarked: boolean): void {
  const fresh: string[] = hashes.length === 0 ? [`${header}\n`] : [];
  for (const line of lines) {
    const found = /^\{"sequence":(\d+),"hash":"([0-9a-f]{64})"/.exec(line);
    const [row, hash = ""] = [Number(found?.[1]), found?.[2]];
    const word = verdictOn(row, hash, isMarked);
    if (word === undefined) {
      hashes.push(hash);
      fresh.push(`${line}\n`);
    } else report(word);
  }
  append(files.rows, fresh.join(""));
}

/** Returns undefined for the next row. */
function verdictOn(row: number, hash: string, isMarked: boolean): string | undefined {
  if (row > hashes.length) return row === hashes.length + 1 ? undefined : "gap";
  if (hashes[row - 1] !== hash) return "other";
  return isMarked ? "duplicate" : "unmarked";
}

function keepNote(note: string | string[] | undefined): void {
  if (typeof note !== "string") return;
  append(files.notes, `${Buffer.from(note, "base64").toString()}\n`);
  report("checkpoint");
}

async function answer({ headers }: IncomingMessage, body: string, response: ServerResponse) {
  requests += 1;
  report("request");
  const fault = faultNow();
  if (fault !== undefined) report(fault);
  if (fault === "full") return void response.writeHead(requests % 2 === 0 ? 429 : 507).end();
  if (fault === "killed-before") return die();
  store(body.trimEnd().split("\n"), headers["toolcourt-repeat"] === "possible");
  keepNote(headers["toolcourt-checkpoint"]);
  if (fault === "killed-after") return die();
  if (fault === "slow") await sleep(300);
  const row = hashes.length + (fault === "lies" ? 1_000 : 0);
  response.end(JSON.stringify({ row, hash: hashes.at(-1) }));
}

const server = createServer((request, response) => {
  text(request)
    .then((body) => answer(request, body, response))
    .catch(() => request.socket.destroy());
});
server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  report(`port ${typeof address === "object" ? address?.port : 0}`);
});
