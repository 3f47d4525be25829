import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, configFile, openWorld, writingEntry } from "./world.ts";

// Which servers a running gateway has, and which of their connections outlive a reload.

// Loading the whole gateway takes seconds on a busy machine.
const patience = { timeout: 60_000 };
const twoSeconds = { timeout: 2_000, interval: 20 };

function toolbox(...mcps: readonly JsonObject[]): JsonObject {
  return { toolbox: { mcps: [...mcps] } };
}

describe("servers of a gateway that serves", patience, () => {
  it("that are added to the file are callable after a reload, and not before", async () => {
    await using first = await openCountingServer({ tools: [reading("ask-first")] });
    await using second = await openCountingServer({ tools: [reading("ask-second")] });
    const [one, two] = [serverEntry("first", first.url), serverEntry("second", second.url)];
    await using world = await openWorld({ config: toolbox(one) });

    await world.configure(toolbox(one, two));
    await expect
      .poll(() => world.gateway.printed.join("\n"))
      .toContain("toolcourt.yaml was changed, and the change is not in force");
    const before = await world.call("ask-second", bern);
    const listed = await world.list();
    const said = await world.reload();

    expect([before, listed]).toEqual(["tool-unknown", ["ask-first"]]);
    expect(said).toContain("Servers started: second");
    expect(await world.call("ask-second", bern)).toBe("answered");
    expect(await world.list()).toEqual(["ask-first", "ask-second"]);
  });

  it("that are removed from the file are refused within two seconds", async () => {
    await using first = await openCountingServer({ tools: [reading("ask-first")] });
    await using second = await openCountingServer({ tools: [reading("ask-second")] });
    const [one, two] = [serverEntry("first", first.url), serverEntry("second", second.url)];
    await using world = await openWorld({ config: toolbox(one, two) });
    const before = await world.call("ask-second", bern);

    await world.configure(toolbox(one));

    await expect.poll(() => world.call("ask-second", bern), twoSeconds).toBe("tool-unknown");
    expect(before).toBe("answered");
    expect(await world.call("ask-first", bern)).toBe("answered");
  });

  it("stay while a file is written whose first half is valid", async () => {
    await using first = await openCountingServer({ tools: [reading("ask-first")] });
    await using second = await openCountingServer({ tools: [reading("ask-second")] });
    const [one, two] = [serverEntry("first", first.url), serverEntry("second", second.url)];
    await using world = await openWorld({ config: toolbox(one, two) });
    const half = `toolbox:\n  mcps:\n    - ${JSON.stringify(one)}\n`;
    const whole = `${half}    - ${JSON.stringify(two)}\n`;
    await world.put(configFile, whole);
    await world.reload();

    // A look falls into almost every pause of 450 ms, and two looks into none.
    for (let turn = 0; turn < 3; turn += 1) {
      await world.put(configFile, half);
      await setTimeout(450);
      await world.put(configFile, whole);
      await setTimeout(1_100);
    }

    expect(await world.list()).toEqual(["ask-first", "ask-second"]);
  });

  it("lose the tools of a longer denylist within two seconds", async () => {
    await using server = await openCountingServer({ tools: [reading("keep"), reading("drop")] });
    const entry = serverEntry("first", server.url);
    await using world = await openWorld({ config: toolbox(entry) });

    await world.configure(toolbox({ ...entry, tool_denylist: ["drop"] }));

    await expect.poll(() => world.call("drop", bern), twoSeconds).not.toBe("answered");
    expect(await world.call("keep", bern)).toBe("answered");
  });
});

describe("the process of a server over stdio", patience, () => {
  it("is kept by a reload that leaves its entry as it is", async () => {
    await using server = await openCountingServer({ tools: [reading("ask-first")] });
    await using world = await openWorld({ config: toolbox(writingEntry()) });
    const before = await world.answer("tell-process");

    await world.configure(toolbox(serverEntry("first", server.url), writingEntry()));
    await world.reload();

    expect(await world.answer("tell-process")).toEqual(before);
    expect(await world.call("ask-first", bern)).toBe("answered");
  });

  it("is replaced if its entry changed, and the last one ends", async () => {
    await using world = await openWorld({ config: toolbox(writingEntry()) });
    const before = await world.answer("tell-process");

    await world.configure(toolbox(writingEntry({ env: { OTHER: "1" } })));
    await world.reload();

    expect((await world.answer("tell-process"))["pid"]).not.toBe(before["pid"]);
    await expect.poll(() => isAlive(before["pid"])).toBe(false);
  });

  it("is replaced if only a secret changed that its entry references", async () => {
    const entry = writingEntry({ env: { SECRET: "${file:secret.txt}" } });
    await using world = await openWorld({
      config: toolbox(entry),
      files: { "secret.txt": "a-long-secret-of-file-1" },
    });
    const before = await world.answer("tell-process");

    await world.put("secret.txt", "a-long-secret-of-file-2");
    await world.reload();

    const after = await world.answer("tell-process");
    expect([before["secret"], after["secret"]]).toEqual(["1", "2"]);
    expect(after["pid"]).not.toBe(before["pid"]);
  });
});

function isAlive(pid: JsonValue | undefined): boolean {
  return typeof pid === "string" && spawnSync("kill", ["-0", pid]).status === 0;
}
