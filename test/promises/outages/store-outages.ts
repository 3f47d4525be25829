import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Outage, Place } from "./outage.ts";

function stateOf({ rig }: Place): string {
  return join(rig.folder.path, ".toolcourt/state.db");
}

/** The file and its folder become read-only. */
export const readOnly: Outage = {
  name: "read-only",
  begin: async (place) => {
    const file = stateOf(place);
    const set = (ofFile: number, ofFolder: number): void => {
      chmodSync(file, ofFile);
      chmodSync(dirname(file), ofFolder);
    };
    set(0o400, 0o500);
    return () => set(0o600, 0o700);
  },
};

/** Another process locks the file. */
export const locked: Outage = {
  name: "locked",
  begin: async (place) => {
    const database = new DatabaseSync(stateOf(place));
    database.exec("PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE");
    return () => database.close();
  },
};

/** No file of the gateway can grow beyond `bytes`. With 1, none can be written at all. */
export function full(bytes = 1): Outage {
  return {
    name: "full",
    begin: async (place) => {
      limit(place, String(bytes));
      return () => limit(place, "unlimited");
    },
  };
}

function limit({ gateway: { pid } }: Place, bytes: string): void {
  const { status, stderr } = spawnSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`);
}

/** Combines two outages. */
export function together(name: string, first: Outage, second: Outage): Outage {
  return {
    name,
    begin: async (place) => {
      const [endFirst, endSecond] = [await first.begin(place), await second.begin(place)];
      return async () => {
        await endSecond();
        await endFirst();
      };
    },
  };
}
