import { spawn } from "node:child_process";
import { once } from "node:events";

/** Ends a process group when we are gone, however we went. */
export interface Watchdog {
  readonly watch: (group: number) => void;
  /** The group has ended; nothing is left to do. */
  readonly dismiss: () => void;
}

// It reads from a pipe that only we can write to. A killed process writes no farewell, but the system
// closes its pipes: then the second `read` fails and the group is ended. It ignores what a terminal
// or a supervisor sends to everybody, and nothing in it can be influenced from outside.
const script = `
trap '' HUP INT TERM
read -r group || exit 0
read -r farewell && exit 0
kill -s TERM -- "-$group" 2>/dev/null
sleep 1
kill -s KILL -- "-$group" 2>/dev/null
`;

/** Starts one before the child is started, so that there is no moment at which nobody watches. */
export async function startWatchdog(): Promise<Watchdog> {
  const dog = spawn("/bin/sh", ["-c", script], {
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  dog.stdin.on("error", () => undefined);
  await once(dog, "spawn");
  // It must not keep us from ending; it waits for exactly that.
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
