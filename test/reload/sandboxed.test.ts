import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolcourt/sdk";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { expect, it } from "vitest";
import { openWorld } from "./world.ts";

const { missing, searchPath } = await useSandboxes();
const program = fileURLToPath(
  new URL("../../packages/testing/src/programs/roaming-server.ts", import.meta.url),
);

function configOf(...mcps: readonly JsonObject[]): JsonObject {
  const common = {
    transport: "stdio",
    command: execPath,
    args: [program],
    mode: "dynamic",
    default_tool_config: {},
    profile: ["registry"],
    naming: "qualified",
  };
  return { toolbox: { mcps: mcps.map((each) => ({ ...common, ...each })) } };
}

it.skipIf(missing !== undefined)(
  "a reload is refused if a sandbox that stays open would show a new file of the gateway",
  { timeout: 60_000 },
  async () => {
    const boxed = { name: "boxed", sandbox: { read: [program, "shared"] } };
    const free = { name: "free", env_file: "shared/free.env" };
    await using world = await openWorld({
      config: configOf(boxed),
      files: { "shared/free.env": "TOKEN=abc" },
      machine: { environment: { PATH: searchPath } },
    });

    await world.configure(configOf(boxed, free));
    const said = await world.reload();

    expect(said).toContain('"shared" would show the file that toolbox.mcps names');
    expect(await world.list()).toEqual(["boxed__try"]);
  },
);
