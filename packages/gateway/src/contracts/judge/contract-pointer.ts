import { step, termsKey } from "@toolcourt/sdk";

/** Where the parts of a contract stand in the tool object that a server sends. */
const homes: Readonly<Record<string, string>> = {
  "/input": "/inputSchema",
  "/output": "/outputSchema",
  "/terms": `/_meta${step(termsKey)}`,
  "/asReceived": "",
};

/** The pointer into a tool object for a pointer into its contract. */
export function toToolPointer(pointer: string): string {
  const [part = ""] = /^\/[^/]*/.exec(pointer) ?? [];
  const home = Object.hasOwn(homes, part) ? homes[part] : undefined;
  return home === undefined ? pointer : home + pointer.slice(part.length);
}
