import { kill } from "node:process";

/** Whether there is a process with this number. */
export function isRunning(id: number): boolean {
  try {
    return kill(id, 0);
  } catch {
    return false;
  }
}
