import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { hello } from "../../gate/speak.ts";
import type { Starting } from "../gateway-process.ts";
import type { Entered } from "./costly-gateway.ts";

const bin = resolve(import.meta.dirname, "../../../packages/toolcourt/bin/toolcourt.js");

/** Starts a gateway for one client over stdio, in a process of its own. */
export async function startStdioGateway({ folder, flags = [] }: Starting): Promise<Entered> {
  const child = spawn(execPath, [...flags, bin, "serve", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore", "ipc"],
  });
  const gone = once(child, "exit");
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("The gateway has no pipes.");
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: stdout }).on("line", (line) => {
    // Anything without an id is no answer.
    if (line.includes('"id":')) waiting.shift()?.(line);
  });
  const post = (body: string): Promise<string> =>
    new Promise((answered, failed) => {
      waiting.push(answered);
      void gone.then(() => failed(new Error("The gateway has ended.")));
      stdin.write(`${body}\n`);
    });
  await post(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: hello }));
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    post,
    ask: (order) =>
      new Promise((answered) => {
        child.once("message", answered);
        child.send(order);
      }),
    [Symbol.asyncDispose]: async () => {
      stdin.end();
      await gone;
    },
  };
}
