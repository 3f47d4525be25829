import { readFileSync } from "node:fs";
import { kill } from "node:process";

/** Returns whether a process with this id is running. */
export function isRunning(id: number): boolean {
  try {
    kill(id, 0);
    return !isWaitedFor(id);
  } catch {
    return false;
  }
}

// A zombie keeps its id until its parent reaps it, which some parents never do.
function isWaitedFor(id: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}
