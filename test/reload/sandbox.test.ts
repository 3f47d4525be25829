import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolcourt/sdk";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { describe, expect, it } from "vitest";
import { openWorld, writingEntry } from "./world.ts";

const { missing, searchPath } = await useSandboxes();
const program = fileURLToPath(new URL("./writing-server.ts", import.meta.url));

function configOf(sandbox: JsonObject): JsonObject {
  return { toolbox: { mcps: [writingEntry({ sandbox })] } };
}

describe.skipIf(missing !== undefined)(
  `the sandbox of a server that runs (${missing ?? "there"})`,
  { timeout: 60_000 },
  () => {
    it("is not widened by the file alone, and is by a reload, which restarts the server", async () => {
      const machine = { environment: { PATH: searchPath } };
      const closed = configOf({ read: [program] });
      await using world = await openWorld({ config: closed, machine });
      const out = join(world.folder.path, "out");
      await mkdir(out);
      const write = { file: join(out, "new"), text: "written" };
      const tried = async (): Promise<string> => {
        await world.call("write-file", write);
        return world.folder.read("out/new").catch(() => "nothing");
      };

      await world.configure(configOf({ read: [program], write: ["out"] }));
      await expect
        .poll(() => world.gateway.printed.join("\n"), { timeout: 10_000 })
        .toContain("the change is not in force");
      expect(await tried()).toBe("nothing");
      const said = await world.reload();

      expect(said).toContain("Servers connected anew: writer");
      expect(await tried()).toBe("written");
    });

    it("stays as it is if the next one would show the configuration", async () => {
      const machine = { environment: { PATH: searchPath } };
      await using world = await openWorld({ config: configOf({ read: [program] }), machine });

      await world.configure(configOf({ read: [program, "toolcourt.yaml"] }));
      const said = await world.reload();

      expect(said).toContain('"toolcourt.yaml" would show the configuration.');
      expect(await world.call("tell-process")).toBe("answered");
    });
  },
);
