import { pointerToken, termsKey } from "@toolcourt/sdk";

/** Maps parts of a contract to the tool object of a server. */
const homes: Readonly<Record<string, string>> = {
  "/input": "/inputSchema",
  "/output": "/outputSchema",
  "/terms": `/_meta${pointerToken(termsKey)}`,
  "/asReceived": "",
};

/** Converts a pointer into a contract to a pointer into its tool object. */
export function toToolPointer(pointer: string): string {
  const [part = ""] = /^\/[^/]*/.exec(pointer) ?? [];
  const home = Object.hasOwn(homes, part) ? homes[part] : undefined;
  return home === undefined ? pointer : home + pointer.slice(part.length);
}
