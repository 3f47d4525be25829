import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { auditSigner, filledLog } from "@toolcourt/testing/audit";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { proveRow } from "./row-proof.ts";

const tools = fileURLToPath(new URL("../../../../../tools/verify-audit/", import.meta.url));

interface Ran {
  readonly code: number | string;
  readonly output: string;
}

function python(program: string, ...args: readonly string[]): Promise<Ran> {
  const options = { env: { ...env, PYTHONDONTWRITEBYTECODE: "1" } };
  return new Promise((resolve) => {
    execFile("python3", [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
  });
}

const { code: missing } = await python("-c", "pass");
if (missing !== 0) {
  const reason = "The independent verifier was not tried: there is no python3 on this machine.";
  if (env["CI"] !== undefined) throw new Error(reason);
  // oxlint-disable-next-line no-console -- test runs must show what was left out
  console.warn(reason);
}

const { signer, lines, stores } = await filledLog(50, 25);
const exported = (await lines()).map((line) => `${line}\n`).join("");
const notes = (await stores.audit.checkpoints()).map(({ note }) => note);

/** Runs the verifier on files in their own folder. */
async function verify(text: string, outside?: string): Promise<Ran> {
  await using folder = await openFolder({
    "export.jsonl": text,
    "key.txt": `${signer.publicKey}\n`,
    ...(outside === undefined ? {} : { "outside.txt": outside }),
  });
  const files = ["export.jsonl", "key.txt", ...(outside === undefined ? [] : ["outside.txt"])];
  return await python(`${tools}verify_audit.py`, ...files.map((file) => `${folder.path}/${file}`));
}

/** Runs the proof verifier. */
async function verifyProof(proof: string, key = signer.publicKey): Promise<Ran> {
  await using folder = await openFolder({ "row.tlog-proof": proof });
  return await python(`${tools}verify_proof.py`, `${folder.path}/row.tlog-proof`, key);
}

// Real processes have to start, which is slow on a busy machine.
describe.skipIf(missing !== 0)("the independent verifier", { timeout: 60_000 }, () => {
  it("has at most 150 lines", async () => {
    const text = await readFile(`${tools}verify_audit.py`, "utf8");

    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  it("finds an export sound, together with outside checkpoints", async () => {
    expect(await verify(exported, notes.join("\n"))).toEqual({
      code: 0,
      output: "50 rows, all in place. A checkpoint speaks for 50 of them.\n",
    });
  });

  it("names the first bad row", async () => {
    const { code, output } = await verify(exported.replace('"row":31', '"row":13'));

    expect(code).toBe(1);
    expect(output).toContain("row 31:");
  });

  it("rejects a signature with an extra byte, even if its numeric value is unchanged", async () => {
    const { code } = await verify(exported.replace(/=(?=\\n"\}\n$)/, "A"));

    expect(code).toBe(1);
  });

  it("detects missing rows at the end by an outside checkpoint", async () => {
    const shorter = await filledLog(30, 25);
    const text = (await shorter.lines()).map((line) => `${line}\n`).join("");

    expect((await verify(text)).code).toBe(0);
    expect(await verify(text, notes[1])).toEqual({
      code: 1,
      output: "Wrong: row 31: it is missing.\n",
    });
  });

  it("reports when it cannot run", async () => {
    expect((await python(`${tools}verify_audit.py`)).code).toBe(2);
    expect((await python(`${tools}verify_audit.py`, "/nowhere", signer.publicKey)).code).toBe(2);
    expect((await python(`${tools}verify_audit.py`, "/nowhere", "a+b+c")).code).toBe(2);
  });

  it("detects damage at every place", async () => {
    await using folder = await openFolder({ "export.jsonl": exported });

    const ran = await python(`${tools}mutate.py`, `${folder.path}/export.jsonl`, signer.publicKey);

    expect(ran.output).toMatch(/^\d+ mutations, 0 missed\n$/);
    expect(ran.code).toBe(0);
  });
});

describe.skipIf(missing !== 0)("the independent verifier of one row", { timeout: 60_000 }, () => {
  it("accepts the proof of every proved row", async () => {
    const rows = [1, 2, 25, 26, 32, 33, 49, 50];
    const proofs = await Promise.all(rows.map((row) => proveRow(stores.audit, row)));

    const ran = await Promise.all(proofs.map((proof) => verifyProof(proof ?? "")));

    expect(ran.map(({ code }) => code)).toEqual(rows.map(() => 0));
    expect(ran[3]?.output).toBe('Row 26 is in the log: {"row":26,"text":"\\xe9\\\\n"}\n');
  });

  it.each([
    ["another body", (proof: string) => proof.replace(/extra ..../, "extra e30")],
    ["another place", (proof: string) => proof.replace("index 6", "index 7")],
    ["a place that there is not", (proof: string) => proof.replace("index 6", "index 31")],
    ["a hash too few", (proof: string) => proof.replace(/\n[^\n]{43}=\n\n/, "\n\n")],
    ["a hash too many", (proof: string) => proof.replace(/(\n[^\n]{43}=)\n\n/, "$1$1\n\n")],
    ["another size", (proof: string) => proof.replace("\n25\n", "\n26\n")],
    ["an end that is missing", (proof: string) => proof.slice(0, -1)],
    ["something behind it", (proof: string) => `${proof}\n`],
    ["no proof at all", () => "\u0000"],
  ])("detects %s", async (_, change) => {
    const proof = (await proveRow(stores.audit, 7)) ?? "";

    expect(change(proof)).not.toBe(proof);
    expect((await verifyProof(change(proof))).code).toBe(1);
  });

  it("accepts only the log's key, and reports when it cannot run", async () => {
    const proof = (await proveRow(stores.audit, 7)) ?? "";

    expect((await verifyProof(proof, auditSigner("toolcourt/test", 8).publicKey)).code).toBe(1);
    expect((await verifyProof(proof, "a+b+c")).code).toBe(2);
    expect((await python(`${tools}verify_proof.py`)).code).toBe(2);
  });
});
