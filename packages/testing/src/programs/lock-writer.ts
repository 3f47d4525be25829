// Adds tools to the lock of its working folder, one by one, after the first input: lock-writer.ts
// <name> <number>

import { once } from "node:events";
import { argv, cwd, stdin, stdout } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { emptyLock, lockedTool, withLocked } from "@toolcourt/contracts/internal/lock/lock";
import { changeLock } from "@toolcourt/gateway/internal/compose/change-lock";
import { contractOf } from "@toolcourt/sdk/testing";
import { tool } from "../tool.ts";

const [, , name = "", number = "0"] = argv;
const place = {
  folder: cwd(),
  clock: systemClock,
  signal: new AbortController().signal,
  readInput: () => stdin,
};

stdout.write("ready\n");
await once(stdin, "data");
for (let index = 0; index < Number(number); index += 1) {
  const contract = contractOf({ server: "crm", tool: tool({ name: `${name}-${index}` }) });
  const locked = lockedTool(contract, { by: name, at: 0 });
  await changeLock(
    "toolcourt.lock",
    (there = emptyLock) => withLocked(there, "crm", new Map([[contract.name, locked]])),
    place,
  );
}
stdin.destroy();
