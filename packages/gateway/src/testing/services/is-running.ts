import { readFileSync } from "node:fs";
import { kill } from "node:process";

/** Whether there is a process with this number that has not ended. */
export function isRunning(id: number): boolean {
  try {
    kill(id, 0);
    return !isWaitedFor(id);
  } catch {
    return false;
  }
}

// One that has ended keeps its number until its parent asks how, which some parents never do.
function isWaitedFor(id: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}
