import type { Effect } from "@toolcourt/sdk";
import type { ToolName } from "./name.ts";
import { type ToolKind, toolKinds } from "./tool-kinds.ts";

/** A file to write, by its path relative to the project folder. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export interface NewTool extends ToolName {
  readonly effect: Effect;
}

/** Returns the files of one tool: the contract with its handler, the test, and the page. */
export function toolFiles(tool: NewTool): readonly ProjectFile[] {
  const kind = toolKinds[tool.effect];
  return [
    { path: modulePath(tool.name), text: moduleText(tool, kind) },
    { path: `tools/${tool.name}.test.ts`, text: testText(tool, kind) },
    { path: `docs/${tool.name}.md`, text: pageText(tool, kind) },
  ];
}

export function modulePath(name: string): string {
  return `tools/${name}.ts`;
}

/** Returns the permission that callers need. */
function permissionOf({ thing, effect }: NewTool): string {
  return `${thing}:${toolKinds[effect].action}`;
}

function factoryOf({ variable }: NewTool): string {
  return `create${variable.charAt(0).toUpperCase()}${variable.slice(1)}`;
}

function spoken(thing: string): string {
  return thing.replaceAll("-", " ");
}

function moduleText(tool: NewTool, kind: ToolKind): string {
  const imports = ["type AgentHints", "defineTool", ...kind.imports, "type Tool"];
  return `import {
  ${imports.join(",\n  ")},
} from "@toolcourt/sdk";
import { z } from "zod";

const parameters = z.object({
  ${kind.parameters.join(",\n  ")},
});

const result = z.object({
  ${kind.result.join(",\n  ")},
});

type Answer = z.output<typeof result>;

/** Does the work of the tool. Hand the signal to whatever it waits for. */
export type Work = (params: z.output<typeof parameters>, signal: AbortSignal) => Promise<Answer>;

${contractText(tool, kind)}

${kind.hints(tool.thing).join("\n")}

// Put your database or your API here. Its answer is checked against \`result\`.
${kind.work.join("\n")}

export const ${tool.variable} = ${factoryOf(tool)}(work);
`;
}

function contractText(tool: NewTool, kind: ToolKind): string {
  const { example } = kind;
  return `/** Tests hand in work of their own. */
export function ${factoryOf(tool)}(work: Work): Tool<typeof result> {
  return defineTool({
    name: ${JSON.stringify(tool.name)},
    description:
      ${JSON.stringify(kind.description(spoken(tool.thing)))},
    version: "1.0.0",
    permissions: [${JSON.stringify(permissionOf(tool))}],
    parameters,
    result,
    ${kind.terms.join(",\n    ")},
    responseTime: "fast",
    examples: [
      {
        description: ${JSON.stringify(example.description)},
        params: ${example.params},
        expectedResult: ${example.expected},
      },
    ],
    tags: [${JSON.stringify(tool.thing)}],
    rateLimit: { maxCalls: 60, windowMs: 60_000 },
    constraints: [${kind.constraints.map((line) => JSON.stringify(line)).join(", ")}],
    // To refuse what a rule of your own forbids, throw a BusinessError: callers are told its code.
    handler: async (params, { signal }) => {
      const data = await work(params, signal);
      return { data, agentHints: hintsFor(data) };
    },
  });
}`;
}

function testText(tool: NewTool, kind: ToolKind): string {
  const { variable } = tool;
  const { params, expected } = kind.example;
  return `import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createToolRegistry } from "@toolcourt/sdk";
import { checkTool, toolContext } from "@toolcourt/sdk/testing";
import * as tools from "../tools.ts";
import { ${factoryOf(tool)}, ${variable} } from "./${tool.name}.ts";

const input = ${params};
const context = toolContext({ permissions: [${JSON.stringify(permissionOf(tool))}] });

describe(${JSON.stringify(tool.name)}, () => {
  it("passes the checklist", async () => {
    const registry = createToolRegistry();
    for (const each of Object.values(tools)) registry.register(each);

    const report = await checkTool(${variable}, { samples: [${kind.sample}], registry });

    assert.ok(report.passed, String(report));
  });

  it("answers valid input as its example promises", async () => {
    const { data } = await ${variable}.invoke(input, context);

    assert.deepEqual(data, ${expected});
  });

  for (const [flaw, wrong] of [
    ["a missing parameter", ${kind.missing}],
    ["a value of the wrong type", ${kind.mistyped}],
    ["an unknown parameter", { ...input, other: true }],
  ] as const) {
    it(\`refuses \${flaw}\`, async () => {
      const { data, error } = await ${variable}.invoke(wrong, context);

      assert.equal(data, null);
      assert.equal(error?.code, "input-invalid");
    });
  }

  it("lets no malformed output out", async () => {
    const broken = ${factoryOf(tool)}(async () => JSON.parse('${kind.malformed}'));

    const { data, error } = await broken.invoke(input, context);

    assert.equal(data, null);
    assert.equal(error?.code, "output-invalid");
  });

  it("refuses callers without its permission", async () => {
    const { error } = await ${variable}.invoke(input, toolContext());

    assert.equal(error?.code, "not-permitted");
  });
});
`;
}

function pageText(tool: NewTool, kind: ToolKind): string {
  const { description, params, expected } = kind.example;
  return `# ${tool.name}

${kind.description(spoken(tool.thing))}

The contract is in [\`${modulePath(tool.name)}\`](../${modulePath(tool.name)}), the test beside it.

## Examples

${description}. With these parameters:

\`\`\`js
${params}
\`\`\`

the answer has this \`data\`:

\`\`\`js
${expected}
\`\`\`

## Safety

- Effect: \`${tool.effect}\`.
- Callers need the permission \`${permissionOf(tool)}\`.
${kind.constraints.map((line) => `- ${line}`).join("\n")}
- Unknown parameters are refused, and an answer that does not fit the contract is not passed on.
`;
}
