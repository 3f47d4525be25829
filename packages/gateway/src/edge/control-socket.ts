import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";

/** Answers one request. Throws nothing: what goes wrong is part of the answer. */
export type AnswerControl = (request: JsonObject) => Promise<JsonObject>;

/** The folder of the sockets, beside the default store. */
const folderName = join(".toolcourt", "control");
const ending = ".sock";
/** Requests are a few words. */
const maxRequestBytes = 4_096;
const maxAnswerBytes = 16 * 1024 * 1024;
/** The system cuts longer paths off, and would open another socket. */
const maxPathBytes = 100;

/** The path of a socket is too long for the system. */
class SocketPathError extends Error {
  override readonly name = "SocketPathError";
}

/**
 * Listens for commands of the user that runs this gateway, at a socket that only this user can open.
 * Each connection carries one request and its answer, a line each.
 */
export async function listenControl(
  home: string,
  { pid, answer }: { readonly pid: number; readonly answer: AnswerControl },
): Promise<AsyncDisposable> {
  const folder = join(home, folderName);
  const path = join(folder, `${pid}${ending}`);
  if (Buffer.byteLength(path) > maxPathBytes) throw new SocketPathError();
  await mkdir(folder, { recursive: true });
  // Before the socket is there: its own mode is set only after it is.
  await chmod(folder, 0o700);
  await rm(path, { force: true });
  const server = createServer((socket) => void serve(socket, answer));
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(path, done);
  });
  await chmod(path, 0o600);
  server.unref();
  return {
    [Symbol.asyncDispose]: async () => {
      await new Promise((closed) => server.close(closed));
      await rm(path, { force: true });
    },
  };
}

async function serve(socket: Socket, answer: AnswerControl): Promise<void> {
  socket.on("error", () => socket.destroy());
  const request = await readLine(socket, maxRequestBytes);
  if (request === undefined) socket.destroy();
  else socket.end(`${JSON.stringify(await answer(request))}\n`);
}

/** Reads one line of JSON. Undefined if the other end leaves, or sends something else. */
function readLine(socket: Socket, maxBytes: number): Promise<JsonObject | undefined> {
  return new Promise((done) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) done(objectIn(text));
      else if (text.length > maxBytes) done(undefined);
    });
    socket.once("close", () => done(undefined));
  });
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text.slice(0, text.indexOf("\n")));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The answer of one gateway. */
export interface ControlAnswer {
  readonly pid: number;
  /** Undefined if it ended before it answered. */
  readonly answer: JsonObject | undefined;
}

/** Asks every gateway that runs with the configuration in this folder. Empty if none does. */
export async function askControl(
  home: string,
  request: JsonObject,
): Promise<readonly ControlAnswer[]> {
  const folder = join(home, folderName);
  const names = await readdir(folder).catch(() => []);
  const pids = names
    .filter((name) => name.endsWith(ending))
    .map((name) => Number(name.slice(0, -ending.length)))
    .filter((pid) => Number.isSafeInteger(pid));
  const asked = await Promise.all(pids.map((pid) => askOne(folder, pid, request)));
  return asked.flatMap((each) => each ?? []);
}

/** Undefined if the process has ended without closing its socket. */
async function askOne(
  folder: string,
  pid: number,
  request: JsonObject,
): Promise<ControlAnswer | undefined> {
  const path = join(folder, `${pid}${ending}`);
  const socket = connect(path);
  const isOpen = await new Promise<boolean>((done) => {
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
  if (!isOpen) {
    await rm(path, { force: true });
    return undefined;
  }
  socket.on("error", () => socket.destroy());
  socket.write(`${JSON.stringify(request)}\n`);
  const answer = await readLine(socket, maxAnswerBytes);
  socket.destroy();
  return { pid, answer };
}
