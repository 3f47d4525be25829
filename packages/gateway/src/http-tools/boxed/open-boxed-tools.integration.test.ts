import { randomUUID } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { boxesOf } from "@toolcourt/testing/boxes";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBoxedTools } from "./open-boxed-tools.ts";

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
const context = {
  userId: null,
  correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
  traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
  agentId: "a",
  agentVersion: "1",
  timestamp: "2026-01-01T00:00:00.000Z",
};

/** A tool without the SDK, as a module that is not trusted may export it. */
function moduleOf(invoke: string): string {
  const hints = {
    suggestedNextActions: [],
    relatedResources: [],
    confidence: 1,
    sourceQuality: "high",
    validityPeriod: "short",
    contextNeeded: [],
    assumptions: [],
    riskFactors: [],
    dependencies: [],
    estimatedImpact: { benefit: 0, effort: 0, roi: 0 },
    preferenceAlignment: [],
  };
  const metadata = {
    toolVersion: "1",
    timestamp: context.timestamp,
    executionTime: 1,
    serviceVersion: "1",
  };
  const asReceived = { name: "a", description: "A.", inputSchema: { type: "object" } };
  return `
    const rest = ${JSON.stringify({ agentHints: hints, metadata })};
    let calls = 0;
    export const tool = {
      name: "a", version: "1", contract: { asReceived: ${JSON.stringify(asReceived)} },
      invoke: async () => { calls += 1; ${invoke} },
    };`;
}

async function openTool(invoke: string) {
  const folder = await openFolder({
    "tools/module.mjs": moduleOf(invoke),
    "config/toolcourt.yaml": "",
  });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const [tool] = await open({}, folder);
  if (tool === undefined) throw new TypeError("There is no tool.");
  return tool;
}

describe.runIf(inBox)("a tool in a box", { timeout: 60_000 }, () => {
  it.each([
    ["rejects", "throw new Error('secret of the module');"],
    ["returns what is no JSON", "return { data: 1n, ...rest };"],
    ["returns nothing", ""],
  ])("fails its call if it %s", async (_, invoke) => {
    const tool = await openTool(`process.on("unhandledRejection", () => undefined); ${invoke}`);

    await expect(tool.invoke({}, context)).rejects.toMatchObject({ name: "UpstreamError" });
  });

  it("finds nothing of another call in the module's memory", async () => {
    const tool = await openTool("return { data: { calls }, ...rest };");

    const results = await Promise.all([tool.invoke({}, context), tool.invoke({}, context)]);

    expect(results).toMatchObject([{ data: { calls: 1 } }, { data: { calls: 1 } }]);
  });
});
