import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBoxedTools } from "./open-boxed-tools.ts";

interface Scene {
  readonly module?: string;
  readonly unshare?: string;
}

/** Opens the tools of a module beside a folder with the configuration. */
async function open({ module = "tools/module.mjs", unshare }: Scene = {}, folder?: Folder) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const made = folder ?? stack.use(await openFolder({ [module]: "", "config/toolcourt.yaml": "" }));
  return openBoxedTools(`${made.path}/${module}`, `./${module}`, {
    clock: systemClock,
    newId: randomUUID,
    stack,
    configured: `${made.path}/config`,
    ...(unshare !== undefined && { unshare }),
  });
}

describe("a start with boxed tools", { timeout: 60_000 }, () => {
  it.each<[string, Scene, string, string]>([
    ["namespaces are forbidden", { unshare: "/bin/false" }, "namespaces", "Allow namespaces for"],
    ["there is no unshare", { unshare: "/nowhere/unshare" }, "namespaces", "install util-linux"],
    [
      "the box would show the configuration",
      { module: "config/module.mjs" },
      "configuration",
      "Move it into a folder that does not hold the configuration.",
    ],
  ])("is refused if %s", async (_, scene, because, sentence) => {
    const { module = "tools/module.mjs" } = scene;

    await expect(open(scene)).rejects.toMatchObject({
      code: "box-unavailable",
      details: { file: `./${module}`, because },
      message: expect.stringContaining(sentence),
    });
  });

  it("is refused if the box would show a folder above the configuration", async () => {
    await using folder = await openFolder({ "module.mjs": "", "config/toolcourt.yaml": "" });

    await expect(open({ module: "module.mjs" }, folder)).rejects.toMatchObject({
      code: "box-unavailable",
      details: { because: "configuration" },
    });
  });

  it("leaves no folder behind", async () => {
    const stack = new AsyncDisposableStack();
    const folder = stack.use(await openFolder({ "tools/m.mjs": "", "config/x": "" }));
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = realpathSync(folder.path);
    onTestFinished(() => {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    });
    const boxes = new AsyncDisposableStack();
    const deps = { clock: systemClock, newId: randomUUID, stack: boxes };
    const paths = { configured: `${folder.path}/config`, unshare: "/bin/false" };
    await openBoxedTools(`${folder.path}/tools/m.mjs`, "m", { ...deps, ...paths }).catch(
      () => undefined,
    );
    await boxes.disposeAsync();

    expect(await folder.files()).toEqual(["config/x", "tools/m.mjs"]);
    await stack.disposeAsync();
  });
});
