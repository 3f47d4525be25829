import { digestOf } from "@toolcourt/sdk";

/** Room for an extension within what every file system allows. */
const maxLength = 180;

/**
 * The path of a tool's overlay below the folder of overlays, in steps. Names come from strangers, so
 * whatever could mean something to a file system is percent-encoded. Undefined when a name is empty or
 * has no UTF-8 form: such a tool cannot be read, and no overlay could mend it.
 */
export function overlaySteps(server: string, name: string): readonly string[] | undefined {
  if ([server, name].some((each) => each === "" || !each.isWellFormed())) return undefined;
  return [fileName(server), `${fileName(name)}.yaml`];
}

function fileName(name: string): string {
  // No character becomes shorter, so that whatever stands behind these is not seen in the end.
  const start = name.slice(0, maxLength + 1);
  const encoded = Array.from(new TextEncoder().encode(start), encodeByte)
    .join("")
    .replace(troublesomeStart, encodeFirst)
    // Windows drops a dot at the end, and two names become one.
    .replace(/\.$/, "%2E");
  if (encoded.length <= maxLength) return encoded;
  // A tilde is never part of an encoded name, so a shortened one cannot meet another.
  return `${encoded.slice(0, maxLength - 33)}~${digestOf(name).slice(-32)}`;
}

// A leading dot hides a file, and dots alone lead elsewhere. Windows takes the words for devices.
const troublesomeStart = /^(?:\.|(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$))/i;

function encodeFirst(found: string): string {
  return hex(found.charCodeAt(0)) + found.slice(1);
}

function encodeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[A-Za-z0-9._-]/.test(char) ? char : hex(byte);
}

function hex(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
