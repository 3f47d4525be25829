import { spawn } from "node:child_process";
import { once } from "node:events";

/** Kills a process group when we are gone, however we ended. */
export interface Watchdog {
  readonly watch: (group: number) => void;
  /** Stops watching: the group has ended. */
  readonly dismiss: () => void;
}

// Reads from a pipe that only we can write to. When we are killed the system closes it, the second
// `read` fails and the group is killed. It ignores signals that a terminal or supervisor sends to
// all processes, and takes no other input.
const script = `
trap '' HUP INT TERM
read -r group || exit 0
read -r farewell && exit 0
kill -s TERM -- "-$group" 2>/dev/null
sleep 1
kill -s KILL -- "-$group" 2>/dev/null
`;

/** Starts before the child, so that the child is never unwatched. */
export async function startWatchdog(): Promise<Watchdog> {
  const dog = spawn("/bin/sh", ["-c", script], {
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  dog.stdin.on("error", () => undefined);
  await once(dog, "spawn");
  // It must not keep us alive: it waits for our end.
  dog.unref();
  return {
    watch: (group) => {
      dog.stdin.write(`${group}\n`);
    },
    dismiss: () => {
      dog.stdin.end("farewell\n");
    },
  };
}
