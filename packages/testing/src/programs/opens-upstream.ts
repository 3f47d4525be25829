// Opens a server with a child of its own, prints their process ids, and stays until it is killed.

import { argv, env, execPath, stdout } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { EraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { openStdioUpstream } from "@toolcourt/gateway/internal/upstreams/stdio/open-stdio-upstream";

const [, , server = "", habit = "parent"] = argv;
const { signal } = new AbortController();
const upstream = await openStdioUpstream(
  {
    kind: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", server, habit],
    env: {},
  },
  {
    clock: systemClock,
    listeners: { toolsChanged: () => undefined },
    signal,
    memory: new EraMemory(systemClock),
    searchPath: env["PATH"] ?? "",
  },
);
stdout.write(
  `${JSON.stringify(await upstream.callTool({ name: "pids", arguments: {} }, signal))}\n`,
);
