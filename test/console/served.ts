import type { IncomingMessage } from "node:http";
import { pid } from "node:process";
import { expect, onTestFinished, vi } from "vitest";
import { isJsonObject, type JsonObject, parseJson, valueAt } from "../../packages/sdk/src/index.ts";
import {
  type Answered,
  fromPage,
  type Halves,
  inSession,
  json,
  openStream,
  sendTo,
  signIn,
} from "../../packages/testing/src/console-requests.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";

/** A page that a build could have written. */
export const pages = { "pages/index.html": "<!doctype html><title>The console</title>" };

export const toolbox = {
  local: ["workspace"],
  tools: [
    { name: "hello", approval: "operator" },
    { name: "read_repo_file" },
    { name: "write_memory_entry" },
  ],
};

/** A gateway with its console, and a browser that has signed in. */
export interface ServedConsole {
  readonly folder: Folder;
  readonly serving: Serving;
  readonly halves: Halves;
  readonly get: (path: string) => Promise<Answered>;
  readonly post: (path: string, body?: JsonObject) => Promise<Answered>;
  readonly follow: (query?: string) => Promise<Followed>;
}

/** Serves with `--console`, and opens the printed link. */
export async function openServedConsole(
  config: JsonObject = {},
  files: Readonly<Record<string, string>> = {},
): Promise<ServedConsole> {
  const written = { "toolcourt.yaml": JSON.stringify({ toolbox, ...config }) };
  const folder = await openFolder({ ...pages, ...written, ...files });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return openIn(folder, pid);
}

/** Serves another gateway on the same store. */
export function openBeside(folder: Folder): Promise<ServedConsole> {
  return openIn(folder, pid + 1);
}

async function openIn(folder: Folder, number: number): Promise<ServedConsole> {
  const place = { folder: folder.path, consolePages: `${folder.path}/pages`, pid: number };
  const serving = await openServing(place, "--console");
  onTestFinished(() => serving[Symbol.asyncDispose]());
  // It listens before it gives links.
  await vi.waitFor(() => expect(codeIn(serving.printed)).not.toBe(""), 5_000);
  const halves = await signIn(serving.url, { code: codeIn(serving.printed) });
  return { folder, serving, halves, ...browserOf(serving.url, halves) };
}

const at = (path: string): string => `/console/api/v1/${path}`;

/** Returns what a signed-in page does. */
export function browserOf(
  url: URL,
  halves: Halves,
): Pick<ServedConsole, "get" | "post" | "follow"> {
  const headers = fromPage(url, inSession(halves));
  return {
    get: (path) => sendTo(url, { path: at(path), headers }),
    post: (path, body = {}) =>
      sendTo(url, {
        method: "POST",
        path: at(path),
        headers: { ...headers, ...json },
        body: JSON.stringify(body),
      }),
    follow: async (query = "") => {
      const stream = await openStream(url, { path: at(`events${query}`), headers });
      onTestFinished(() => void stream.destroy());
      return followed(stream);
    },
  };
}

/** Returns a text of an answer. Empty if there is none at the pointer. */
export function textIn(body: JsonObject, pointer: string): string {
  const value = valueAt(body, pointer);
  return typeof value === "string" ? value : "";
}

/** Returns the code of the last link that was printed. */
export function codeIn(printed: readonly string[]): string {
  const codes = printed.flatMap((line) => /^Open http\S+\/console\/#(\S+)$/.exec(line)?.[1] ?? []);
  return codes.at(-1) ?? "";
}

/** The events of a stream so far, as `topic`, then its data. */
export type Followed = readonly { readonly topic: string; readonly data: JsonObject }[];

function followed(stream: IncomingMessage): Followed {
  const events: { topic: string; data: JsonObject }[] = [];
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const blocks = `${rest}${chunk}`.split("\n\n");
    rest = blocks.pop() ?? "";
    events.push(...blocks.flatMap(eventIn));
  });
  return events;
}

function eventIn(block: string): Followed {
  const [, topic, text = "{}"] = /^event: (.*)\ndata: (.*)$/m.exec(block) ?? [];
  const data = parseJson(text);
  return topic !== undefined && isJsonObject(data) ? [{ topic, data }] : [];
}
