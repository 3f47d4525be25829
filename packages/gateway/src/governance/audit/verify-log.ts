import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditStore } from "../../stores/audit-store.ts";
import { exportLog } from "./export-log.ts";
import { parseVerifier, type Signer } from "./note.ts";
import { type Broken, type Sound, verifyExport } from "./verify-export.ts";

/** How far a verification has come. */
export interface VerifyProgress {
  readonly kind: "progress";
  readonly rows: number;
  readonly of: number;
}

export type VerifyEvent = VerifyProgress | Sound | Broken;

export interface VerifyLogDeps extends Pick<Runtime, "clock"> {
  readonly store: AuditStore;
  readonly signer: Pick<Signer, "name" | "publicKey">;
}

const everyMs = 250;

/**
 * Verifies the log of a store as `toolcourt audit verify` does an export of it. Yields the progress,
 * and the verdict last. A reader that ends earlier ends the verification.
 */
export async function* verifyLog({
  store,
  signer,
  clock,
}: VerifyLogDeps): AsyncGenerator<VerifyEvent> {
  const of = (await store.last())?.sequence ?? 0;
  const left = new AbortController();
  const seen = { rows: 0 };
  const verifier = parseVerifier(signer.publicKey);
  const evidence = { verifiers: verifier === undefined ? [] : [verifier], outside: [] };
  const lines = exportLog(store, signer.name, { to: of });
  const judging = verifyExport(counted(lines, seen, left.signal), evidence);
  // A reader that left waits for no verdict.
  judging.catch(() => undefined);
  try {
    for (;;) {
      yield { kind: "progress", rows: Math.min(seen.rows, of), of };
      const verdict = await Promise.race([judging, pause(clock, left.signal)]);
      if (verdict === undefined) continue;
      yield verdict;
      return;
    }
  } finally {
    left.abort(new Error("The reader has left."));
  }
}

async function pause(clock: VerifyLogDeps["clock"], left: AbortSignal): Promise<undefined> {
  await clock.sleep(everyMs, left).catch(() => undefined);
}

/** As a file has them: one character per byte, with line feeds. */
async function* counted(
  lines: AsyncIterable<string>,
  seen: { rows: number },
  left: AbortSignal,
): AsyncGenerator<string> {
  for await (const line of lines) {
    left.throwIfAborted();
    if (line.startsWith('{"sequence":')) seen.rows += 1;
    yield Buffer.from(`${line}\n`).toString("latin1");
  }
}
