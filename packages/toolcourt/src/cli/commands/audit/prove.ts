import type { Receipt } from "@toolcourt/contracts/internal/errors/refusal";
import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/operator-stores";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { parseVerifier, type Signer } from "@toolcourt/gateway/internal/governance/audit/note";
import { proveRow, verifyProof } from "@toolcourt/gateway/internal/governance/audit/row-proof";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { type ExitCode, usage } from "../../command.ts";
import { type ClosedAuditInput, noteDown } from "./input.ts";
import { signAll } from "./log-actions.ts";

/** Proves that a row is in the log. A receipt must fit the row that it names. */
export async function prove({ what, open, context }: ClosedAuditInput): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { row, hash } = askedRow(what);
  await using opened = await open();
  const { store, operator } = opened;
  await noteDown(store, clock, { kind: "audit.read", about: { operator, action: "prove", row } });
  await signAll(opened, { clock });
  const proof = await proveRow(store, row);
  if (proof === undefined) throw usage(await whyNot(store, row));
  const wrong = hash === undefined ? undefined : await whyNoReceipt({ row, hash }, proof, opened);
  if (wrong !== undefined) {
    terminal.err(wrong);
    return 1;
  }
  terminal.out(proof.trimEnd());
  return 0;
}

/** Reads the number of a row, or a receipt as a caller got it. */
function askedRow(what: string): Pick<Receipt, "row"> & Partial<Receipt> {
  if (/^[1-9]\d{0,14}$/.test(what)) return { row: Number(what) };
  const receipt = objectIn(what);
  const [row, hash] = [own(receipt, "row"), own(receipt, "hash")];
  const isRow = typeof row === "number" && Number.isSafeInteger(row) && row > 0;
  if (!isRow || typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) {
    throw usage(
      `Name the row by its number, or give a receipt: '{"row": 204, "hash": "<64 hexadecimal digits>"}'.`,
    );
  }
  return { row, hash };
}

function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const next = "Next: toolcourt audit export, then toolcourt audit verify";

/** Compares a receipt with the row, the row with the one before it, and the proof with the key. */
async function whyNoReceipt(
  { row, hash }: Receipt,
  proof: string,
  { store, signer }: OpenedAudit,
): Promise<string | undefined> {
  const read = await store.read(Math.max(1, row - 1), 2);
  const found = read.find(({ sequence }) => sequence === row);
  if (found?.hash !== hash) {
    return `Row ${row} has another hash than the receipt.\n  receipt: ${hash}\n  log:     ${found?.hash}\nThe receipt is from another log, or the log was changed.\n${next}`;
  }
  const before = read.find(({ sequence }) => sequence === row - 1);
  const isLinked = link(before?.hash, found.body).hash === hash;
  const isProven = provenBody(proof, await signer()) === found.body;
  if (isLinked && isProven) return undefined;
  return `Row ${row} has the hash of the receipt, but not the text that this hash covers. The log was changed.\n${next}`;
}

function provenBody(proof: string, { publicKey }: Signer): string | undefined {
  const verifier = parseVerifier(publicKey);
  return verifier && verifyProof(proof, [verifier])?.body;
}

async function whyNot(store: OpenedAudit["store"], row: number): Promise<string> {
  const { sequence: rows = 0 } = (await store.last()) ?? {};
  return row > rows
    ? `There is no row ${row}: the log has ${rows}.`
    : `Row ${row} could not be signed. toolcourt audit export says why.`;
}
