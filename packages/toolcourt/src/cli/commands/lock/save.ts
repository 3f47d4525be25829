import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { formatLock, type Lock } from "@toolcourt/contracts/internal/lock/lock";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { changeLock } from "@toolcourt/gateway/internal/compose/change-lock";
import type { CommandContext, ExitCode } from "../../command.ts";
import { followedWithin, type InStore } from "./admit.ts";

interface Saving {
  readonly file: string;
  /** What was approved. */
  readonly approved: string;
  /** Whether running gateways can take over all that was approved. */
  readonly areAllAdmissible: boolean;
  readonly admit: () => Promise<InStore>;
  readonly context: CommandContext;
}

/**
 * Writes the lock, then admits in the store, each where it can. Says what could not be written.
 */
export async function save(next: Lock, before: Lock, saving: Saving): Promise<ExitCode> {
  const { file, areAllAdmissible, admit, context } = saving;
  const { terminal } = context;
  // A lock written meanwhile is not the one that was reviewed.
  const ifSame = (there: Lock = before): Lock | undefined =>
    formatLock(there) === formatLock(before) ? next : undefined;
  const written = await changeLock(file, ifSame, context).catch((error: unknown) => {
    if (hasCode(error, "write-failed")) return error;
    throw error;
  });
  if (written === false) {
    terminal.err(`${printable(file)} was changed meanwhile, so nothing was written. Look again.`);
    return 2;
  }
  const inStore = await admit();
  if (written === true) {
    terminal.err(writtenText(saving, inStore));
    return 0;
  }
  if (inStore.kind !== "admitted") throw written;
  const rest = areAllAdmissible ? "" : " The rest needs the file, so it is not approved.";
  terminal.err(
    `${written.message} The store has the changed tools, and running gateways admit them within ${followedWithin}.${rest}`,
  );
  return areAllAdmissible ? 0 : 2;
}

function writtenText({ file, approved, areAllAdmissible }: Saving, inStore: InStore): string {
  const wrote = `Wrote ${printable(file)}: ${approved} approved.`;
  if (inStore.kind === "nothing") return `${wrote} Reload or restart a gateway that runs.`;
  if (inStore.kind === "failed") {
    return `${wrote} The store has no admission: ${inStore.because} Reload or restart a gateway that runs.`;
  }
  const rest = areAllAdmissible ? "" : " Reload or restart them for the rest.";
  return `${wrote} Running gateways admit changed tools within ${followedWithin}.${rest}`;
}
