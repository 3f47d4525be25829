import { randomUUID } from "node:crypto";
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
  it.each([
    {
      what: "namespaces are forbidden",
      scene: { unshare: "/bin/false" },
      because: "namespaces",
      sentence: "Allow namespaces for the gateway's user, and install util-linux.",
    },
    {
      what: "there is no unshare",
      scene: { unshare: "/nowhere/unshare" },
      because: "namespaces",
      sentence: "the start of such a process failed",
    },
    {
      what: "the box would show the configuration",
      scene: { module: "config/module.mjs" },
      because: "configuration",
      sentence: "Move it into a folder that does not hold the configuration.",
    },
  ])("is refused if $what", async ({ scene, because, sentence }) => {
    const opening = open(scene);

    await expect(opening).rejects.toMatchObject({ code: "box-unavailable", details: { because } });
    await expect(opening).rejects.toThrow(sentence);
  });

  it("is refused if the box would show a folder above the configuration", async () => {
    await using folder = await openFolder({ "module.mjs": "", "config/toolcourt.yaml": "" });

    await expect(open({ module: "module.mjs" }, folder)).rejects.toMatchObject({
      code: "box-unavailable",
      details: { because: "configuration" },
    });
  });
});
