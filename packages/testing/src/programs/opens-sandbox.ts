// Opens a server in a sandbox that starts a process of its own, tells so, and stays until it is killed.

import { argv, execPath, stdout } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { EraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { openStdioUpstream } from "@toolcourt/gateway/internal/upstreams/stdio/open-stdio-upstream";

const [, , server = "", seconds = "", searchPath = ""] = argv;
const { signal } = new AbortController();
const upstream = await openStdioUpstream(
  {
    kind: "stdio",
    command: execPath,
    args: [server],
    env: {},
    sandbox: {
      read: [server],
      write: [],
      network: "none",
      maxMemory: 512 * 1024 * 1024,
      maxProcesses: 128,
    },
  },
  {
    clock: systemClock,
    listeners: { toolsChanged: () => undefined },
    signal,
    memory: new EraMemory(systemClock),
    searchPath,
    sandboxing: {
      server: "roaming",
      folder: "/",
      packages: "/nowhere",
      installing: {},
      hidden: async () => [],
    },
  },
);
const given = { what: "runaway", given: seconds };
await upstream.callTool({ name: "try", arguments: given }, signal);
stdout.write("started\n");
