import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { NewTool } from "./tool-files.ts";
import { modulePath } from "./tool-files.ts";

/** First line of the module that exports every tool. */
export const toolsHeading =
  "// Every tool of the server, one line each. server.ts serves what is exported here.\n";

export function exportLine({ name, variable }: NewTool): string {
  return `export { ${variable} } from "./${modulePath(name)}";\n`;
}

/** Adds a tool to the module that exports every tool. */
export function withExport(before: string | undefined, tool: NewTool): string {
  if (before === undefined) return `${toolsHeading}${exportLine(tool)}`;
  const ended = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return `${ended}${exportLine(tool)}`;
}

/** Creates the configuration that starts the server and admits its tool. */
export function configText(server: string, tool: NewTool): string {
  return `# What \`npx toolcourt serve\` serves. \`npx toolcourt effective\` prints all that applies.
toolbox:
  tools:
    # A strict server may have no other tools than these.
${entryText(tool, server)}
  mcps:
    - name: ${server}
      transport: stdio
      command: node
      args: [server.ts]
      mode: strict
      profile: [agent-hints]
`;
}

/** Formats a tool entry, indented for the list of a configuration. */
export function entryText(tool: NewTool, server?: string): string {
  const [first = "", ...rest] = Object.entries(entryOf(tool, server)).map(
    ([key, value]) => `${key}: ${value}`,
  );
  return [`    - ${first}`, ...rest.map((line) => `      ${line}`)].join("\n");
}

interface Entry {
  readonly name: string;
  readonly server?: string;
  readonly approval?: "operator";
}

// A destructive tool needs approval until the operator decides otherwise.
function entryOf({ name, effect }: NewTool, server: string | undefined): Entry {
  return {
    name,
    ...(server !== undefined && { server }),
    ...(effect === "destroy" && { approval: "operator" }),
  };
}

export type Listing =
  | { readonly kind: "listed"; readonly text: string }
  /** Nothing to add: the file already admits the tool, or does not start the server. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "unreadable" };

/** Adds a tool to the configuration. Keeps comments and order. */
export function withEntry(before: string, tool: NewTool): Listing {
  const document = parseDocument(before);
  if (document.errors.length > 0) return { kind: "unreadable" };
  const server = serverOf(document.getIn(["toolbox", "mcps"]));
  if (server === undefined) return { kind: "unchanged" };
  const tools = document.getIn(["toolbox", "tools"]);
  if (isSeq(tools) && tools.items.some((each) => isMap(each) && each.get("name") === tool.name)) {
    return { kind: "unchanged" };
  }
  document.addIn(["toolbox", "tools"], document.createNode(entryOf(tool, server)));
  return {
    kind: "listed",
    text: document.toString({ lineWidth: 0, flowCollectionPadding: false }),
  };
}

/** Returns the server that is started from `server.ts`. */
function serverOf(mcps: unknown): string | undefined {
  if (!isSeq(mcps)) return undefined;
  for (const each of mcps.items) {
    if (!isMap(each)) continue;
    const args = each.get("args");
    const starts =
      isSeq(args) && args.items.some((arg) => isScalar(arg) && arg.value === "server.ts");
    const name = each.get("name");
    if (starts && typeof name === "string") return name;
  }
  return undefined;
}
