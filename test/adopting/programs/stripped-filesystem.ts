import { existsSync } from "node:fs";
import { argv, stdout } from "node:process";
import { fileURLToPath } from "node:url";

// Runs the official filesystem server with its promises removed from the output. `schemas` removes
// the output schemas from its list. `text` also removes the structured content from its results. If
// the file named next exists, the results change.
const [node = "", , strips = "", changed = "", folder = ""] = argv;

const program = new URL(
  "../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
  import.meta.url,
).href;
argv.splice(0, argv.length, node, fileURLToPath(program), folder);

interface Message {
  result?: { tools?: { outputSchema?: unknown }[]; content?: unknown; structuredContent?: unknown };
}

function rewrite(message: Message): Message {
  const { result } = message;
  for (const tool of result?.tools ?? []) delete tool.outputSchema;
  if (result?.content === undefined) return message;
  if (strips === "text") delete result.structuredContent;
  if (existsSync(changed)) change(result);
  return message;
}

function change(result: NonNullable<Message["result"]>): void {
  if (result.structuredContent !== undefined) result.structuredContent = { content: 7 };
  else result.content = [{ type: "image", data: "aGk=", mimeType: "image/png" }];
}

const write = stdout.write.bind(stdout);
stdout.write = (chunk: string | Uint8Array) => {
  const lines = String(chunk)
    .split("\n")
    .filter((line) => line !== "");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a message of a server that is known
  const texts = lines.map((line) => JSON.stringify(rewrite(JSON.parse(line) as Message)));
  return write(`${texts.join("\n")}\n`);
};

await import(program);
