// The verifier of audit exports. A checkpoint kept elsewhere covers all rows, so no changed row may
// pass.

import { parseVerifier } from "@toolcourt/gateway/internal/governance/audit/note";
import { verifyExport } from "@toolcourt/gateway/internal/governance/audit/verify-export";
import { byteLines, filledLog } from "@toolcourt/testing/audit";
import { promised } from "../target.ts";

export const covers = /\/gateway\/src\/governance\/audit\//;

const { lines, signer, stores } = await filledLog(6, 2);
const whole = (await lines()).map((line) => `${line}\n`);
const rows = rowsIn(Buffer.from(whole.join("")).toString("latin1"));
const outside = (await stores.audit.checkpoints()).map(({ note }) => note);
const verifiers = [parseVerifier(signer.publicKey)].filter((each) => each !== undefined);

export const seeds: readonly string[] = [whole.join(""), whole.slice(0, 4).join("")];

export const words: readonly string[] = [
  ...whole,
  '{"checkpoint":"',
  '","body":{',
  '{"sequence":',
  '"hash":"',
  '"rows":',
  '"checkpoints":',
  "\n",
  "\r\n",
  "\\n",
  "\\u00e9",
  "é",
  "\u0000",
  "}",
  '"',
  "— ",
  ...outside,
];

/** The bytes of an export. */
export async function fuzz(data: Buffer): Promise<void> {
  const verdict = await verifyExport(byteLines(data), { verifiers, outside });
  const unseen = await verifyExport(byteLines(data), { verifiers, outside: [] });

  if (verdict.kind === "broken") {
    promised(verdict.problem.length > 0 && verdict.line >= 0, "A broken export has its reason.");
  } else {
    promised(rowsIn(data.toString("latin1")) === rows, "A changed row passed.");
    promised(verdict.witnessed === 6 && verdict.rows === 6, "All rows are witnessed.");
    promised(unseen.kind === "sound", "A witness makes nothing sound.");
  }
  if (unseen.kind === "sound") {
    promised(unseen.signed <= unseen.rows, "No more rows are signed than there are.");
    const signed = rowsIn(data.toString("latin1")).split("\n").slice(0, unseen.signed);
    promised(rows.startsWith(signed.join("\n")), "A changed row passed under a signature.");
  }
}

/** Returns the lines of rows. Takes and returns one character per byte. */
function rowsIn(bytes: string): string {
  return bytes
    .split("\n")
    .filter((line) => line.startsWith('{"sequence"'))
    .join("\n");
}
