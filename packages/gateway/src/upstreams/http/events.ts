import { createLines, type Lines } from "../lines.ts";

/** One event of a `text/event-stream`, reduced to the fields the protocol uses. */
export interface ServerEvent {
  readonly data: string;
  readonly id?: string;
  readonly retryMs?: number;
}

/** Parses events. Each may have up to `maxBytes`; the stream may last forever. */
export function createEvents(maxBytes: number, onEvent: (event: ServerEvent) => void): Lines {
  let fields = new Map<string, string>();
  let bytes = 0;

  const finish = (): void => {
    const retry = fields.get("retry") ?? "";
    const id = fields.get("id");
    const forUs = (fields.get("event") ?? "message") === "message";
    if (fields.size > 0) {
      onEvent({
        data: forUs ? (fields.get("data") ?? "") : "",
        ...(id !== undefined && { id }),
        ...(/^\d{1,7}$/.test(retry) && { retryMs: Number(retry) }),
      });
    }
    fields = new Map();
    bytes = 0;
  };
  const lines = createLines(maxBytes, (raw) => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    bytes += line.length;
    if (line === "") finish();
    else takeField(fields, line);
  });
  return { push: (chunk) => lines.push(chunk) && bytes <= maxBytes };
}

function takeField(fields: Map<string, string>, line: string): void {
  const colon = line.indexOf(":");
  // A line that starts with a colon is a comment, used as keepalive.
  if (colon === 0) return;
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
  const before = name === "data" ? fields.get(name) : undefined;
  fields.set(name, before === undefined ? value : `${before}\n${value}`);
}
