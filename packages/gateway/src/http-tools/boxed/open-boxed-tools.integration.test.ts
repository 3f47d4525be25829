import { randomUUID } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openPlainTool, plainContext } from "@toolcourt/testing/boxed/plain-tool";
import { boxesOf } from "@toolcourt/testing/boxes";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { type NamedFile, openBoxedTools } from "./open-boxed-tools.ts";

interface Scene {
  readonly module?: string;
  readonly unshare?: string;
  /** Where the store is, from the folder. */
  readonly store?: string;
}

/** Opens the tools of a module beside a folder with the configuration. */
async function open(
  { module = "tools/module.mjs", unshare, store = "config/state.db" }: Scene = {},
  folder?: Folder,
) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const made = folder ?? stack.use(await openFolder({ [module]: "", "config/toolcourt.yaml": "" }));
  return openBoxedTools(`${made.path}/${module}`, `./${module}`, {
    clock: systemClock,
    newId: randomUUID,
    stack,
    configured: `${made.path}/config`,
    files: async () => [{ key: "stores.url", path: `${made.path}/${store}` }],
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
    {
      what: "the box would show a file that the configuration names",
      scene: { store: "tools/state/state.db" },
      because: "file",
      sentence:
        "it would see the file that `stores.url` names. Move one of them into another folder.",
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

const { inBox } = boxesOf();
describe.runIf(inBox)("a tool in a box", { timeout: 60_000 }, () => {
  it.each([
    ["rejects", "throw new Error('secret of the module');"],
    ["returns what is no JSON", "return { data: 1n, ...rest };"],
    ["returns nothing", ""],
  ])("fails its call if it %s", async (_, invoke) => {
    const tool = await openPlainTool(
      `process.on("unhandledRejection", () => undefined); ${invoke}`,
    );

    await expect(tool.invoke({}, plainContext)).rejects.toMatchObject({ name: "UpstreamError" });
  });

  it("finds nothing of another call in the module's memory", async () => {
    const tool = await openPlainTool("return { data: { calls }, ...rest };");

    const results = await Promise.all([
      tool.invoke({}, plainContext),
      tool.invoke({}, plainContext),
    ]);

    expect(results).toMatchObject([{ data: { calls: 1 } }, { data: { calls: 1 } }]);
  });

  it("fails its call if a connection was added whose file its box would show", async () => {
    await using folder = await openFolder();
    const added: NamedFile[] = [];
    const tool = await openPlainTool("return { data: {}, ...rest };", {
      folder,
      files: async () => added,
    });
    await expect(tool.invoke({}, plainContext)).resolves.toMatchObject({ data: {} });
    added.push({ key: "connection late", path: `${folder.path}/tools/token` });

    const refused: unknown = await tool.invoke({}, plainContext).catch((error: unknown) => error);
    expect(refused).toMatchObject({ fault: { kind: "unreachable" } });
    expect(String(refused)).not.toContain("late");
  });
});
