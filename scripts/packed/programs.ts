// Programs that use a package as a consumer would, beyond the example of its README.

/** A tool that a user writes, with the installed SDK. */
export const ownTool = `import { defineTool, hints } from "@toolcourt/sdk";
import { z } from "zod";

export const greet = defineTool({
  name: "greet-person",
  description: "Greets a person. Use it to see whether a connection works. Returns the greeting. For example: greet Ada.",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({ person: z.string().min(1).max(80).describe("Name of the person") }),
  result: z.object({ greeting: z.string().max(100).describe("The greeting") }),
  category: "query",
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  examples: [{ description: "Ada", params: { person: "Ada" }, expectedResult: { greeting: "Hello, Ada!" } }],
  tags: ["people"],
  handler: ({ person }) => ({
    data: { greeting: \`Hello, \${person}!\` },
    agentHints: hints({ confidence: [{ name: "given", value: 1 }], sourceQuality: "high", validityPeriod: "short" }),
  }),
});
`;

/** Validates a value in the worker thread of the schemas. */
export const schemaProgram = `import { createSchemaEngine, systemClock } from "@toolcourt/contracts";
await using engine = createSchemaEngine({ clock: systemClock });
const tree = { type: "object", properties: { child: { $ref: "#" } } };
const compilation = await engine.compile(tree, "output");
if (compilation.kind !== "compiled") throw new Error(compilation.kind);
console.log((await compilation.validate({ child: { child: 1 } })).kind);
`;

/** Calls a tool of the program through all gates, and serves it. */
export const gatewayProgram = `import { openGateway } from "@toolcourt/gateway";
import { greet } from "./tool.mjs";
await using gateway = await openGateway({ folder: ".", tools: [greet] });
await using server = await gateway.listen(0);
const result = await gateway.callTool({ tool: "greet-person", arguments: { person: "Ada" } });
console.log(server.url.pathname, JSON.stringify(result.structuredContent));
`;

export const memoryConfig = 'toolbox: { local: [] }\nstores: { url: "memory:" }\n';

/** Without \`stores\` the state is in an SQLite file, which a worker thread writes. */
export const ownToolConfig =
  "toolbox: { local: [workspace, ./tool.mjs], tools: [{ name: greet-person }, { name: hello }, { name: read_repo_file }, { name: write_memory_entry }] }\n";

/** Prints the file of discovery tools, found as a gateway finds it. */
export const toolsProgram = `import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
console.log(readFileSync(fileURLToPath(import.meta.resolve("@toolcourt/azure/tools.yaml")), "utf8"));
`;
