import { canonicalJson } from "../../contract/canonical.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json.ts";
import { valueAt } from "../../contract/pointer.ts";
import { withoutVolatile } from "../../contract/without-volatile.ts";
import { createToolRegistry, type ToolRegistry } from "../../registry/tool-registry.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { Finding } from "../../rules/lint.ts";
import type { ToolContext } from "../../tool/context.ts";
import type { ToolEvent } from "../../tool/events.ts";
import { copyJson } from "../../tool/json-copy.ts";
import { type Clock, systemClock } from "../../tool/surroundings.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolContext } from "../tool-context.ts";
import { invalidInputs } from "./invalid-inputs.ts";
import { readTestFiles, type SeenTestFile, type TestFiles } from "./test-files.ts";

export interface CheckOptions {
  /** Valid inputs to call the tool with, besides its examples. Default: none. */
  readonly samples?: readonly JsonObject[];
  /** Overrides for the context, which grants the permissions the tool requires. Default: none. */
  readonly context?: Partial<ToolContext>;
  readonly clock?: Clock;
  /**
   * Your project's registry, which must list this very tool. Default: none, and the point about it
   * does not apply.
   */
  readonly registry?: ToolRegistry;
  /** The tool's own tests. Default: none, and the point about them does not apply. */
  readonly tests?: TestFiles;
}

/** One call and its outcome. */
export interface Run {
  readonly label: string;
  readonly result: ToolResult;
  /** Whether the call left its input unchanged. */
  readonly untouched: boolean;
  readonly events: readonly ToolEvent[];
}

export interface ExampleRun extends Run {
  /** Whether `data` equals the example's expected result, apart from volatile members. */
  readonly asPromised: boolean;
}

/** The evidence behind every answer of the checklist. */
export interface Evidence {
  readonly tool: Tool;
  readonly examples: readonly ExampleRun[];
  readonly samples: readonly Run[];
  /** The same calls repeated, for read-only tools. `asBefore` is whether the data was equal. */
  readonly again: readonly (Run & { readonly asBefore: boolean })[];
  readonly invalid: readonly Run[];
  /** A valid call without permissions, for tools that require one. */
  readonly unpermitted: readonly Run[];
  /** Broken values that the tool accepted as data. */
  readonly brokenDataAccepted: readonly string[];
  readonly findings: readonly Finding[];
  /** Whether a registry of its own lists the tool. */
  readonly listed: boolean;
  /** Whether the project's registry lists the tool. Undefined if none was given. */
  readonly registered?: boolean;
  /** The tool's own tests. Undefined if none were named. */
  readonly testFiles?: readonly SeenTestFile[];
}

/** Calls a tool with valid inputs and with many kinds of invalid ones. */
export async function gatherEvidence(tool: Tool, options: CheckOptions): Promise<Evidence> {
  const { examples: given = [] } = tool.contract.terms;
  const { input, effect } = tool.contract;
  const call = createCall(tool, options);
  const promised = await serially(given, async ({ description, params, expectedResult }) => {
    const run = await call(description, params);
    return { ...run, asPromised: isSame(tool, run.result.data, filled(tool, expectedResult)) };
  });
  const samples = await serially(options.samples ?? [], (sample, index) =>
    call(`sample ${index}`, sample),
  );
  const again = await serially(effect === "read" ? given : [], async ({ params }, index) => {
    const run = await call(`example ${index} again`, params);
    return { ...run, asBefore: isSame(tool, run.result.data, promised[index]?.result.data) };
  });
  const flawed = [...invalidInputs(input, given[0]?.params ?? {})];
  return {
    tool,
    examples: promised,
    samples,
    again,
    invalid: await serially(flawed, (each) => call(each.flaw, each.input)),
    unpermitted: await callUnpermitted(tool, options),
    brokenDataAccepted: brokenDataAccepted(tool, given[0]?.expectedResult),
    ...registration(tool, options),
    ...(options.tests && { testFiles: await readTestFiles(options.tests, tool.name) }),
  };
}

async function callUnpermitted(tool: Tool, options: CheckOptions): Promise<readonly Run[]> {
  const { examples = [], permissions = [] } = tool.contract.terms;
  const call = createCall(tool, { ...options, context: { ...options.context, permissions: [] } });
  const tried = permissions.length === 0 ? [] : examples.slice(0, 1);
  return serially(tried, ({ params }) => call("no permissions", params));
}

function registration(
  tool: Tool,
  { clock = systemClock, registry: projects }: CheckOptions,
): Pick<Evidence, "findings" | "listed" | "registered"> {
  const bare = createToolRegistry({ profiles: [], clock });
  return {
    findings: createToolRegistry({ clock }).validate(tool),
    // Without profiles: what the rules say is a point of its own.
    listed: isTaken(bare, tool) && isListed(bare, tool),
    ...(projects && { registered: isListed(projects, tool) }),
  };
}

function isTaken(registry: ToolRegistry, tool: Tool): boolean {
  try {
    registry.register(tool);
    return true;
  } catch {
    return false;
  }
}

function isListed(registry: ToolRegistry, tool: Tool): boolean {
  return registry.get(tool.name) === tool && registry.getAll().includes(tool);
}

// Sequential, because a tool may keep state between calls.
async function serially<Given, Made>(
  list: readonly Given[],
  make: (each: Given, index: number) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const [index, each] of list.entries()) made.push(await make(each, index));
  return made;
}

function createCall(
  tool: Tool,
  { context, clock = systemClock }: CheckOptions,
): (label: string, input: JsonValue) => Promise<Run> {
  const permissions = tool.contract.terms.permissions ?? [];
  return async (label, input) => {
    const events: ToolEvent[] = [];
    const given = copyJson(input);
    const result = await tool.invoke(given, toolContext({ permissions, ...context }), {
      clock,
      observe: (event) => {
        events.push(event);
      },
    });
    return { label, result, untouched: canonicalJson(given) === canonicalJson(input), events };
  };
}

function isSame(tool: Tool, one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  const document = tool.contract.output ?? {};
  const schema = valueAt(document, "/oneOf/0/properties/data");
  const place = { document, schema: isJsonObject(schema) ? schema : {} };
  const form = (value: unknown) => canonicalJson(withoutVolatile(copyJson(value), place));
  return form(one) === form(other);
}

/** Returns an expected result with the schema's defaults applied, as a call would return it. */
function filled(tool: Tool, expected: JsonValue): unknown {
  const reading = tool.result.safeParse(expected);
  return reading.success ? reading.data : undefined;
}

function brokenDataAccepted(tool: Tool, expected: JsonValue | undefined): readonly string[] {
  const broken: (readonly [string, unknown])[] = [
    ["null", null],
    ["nothing", undefined],
    ...(isJsonObject(expected)
      ? [
          ["an unknown key", { ...expected, "x-unknown": true }] as const,
          ["a list", [expected]] as const,
        ]
      : [["an unknown object", { "x-unknown": true }] as const]),
  ];
  return broken.flatMap(([label, data]) => (tool.result.safeParse(data).success ? [label] : []));
}
