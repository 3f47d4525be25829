import { Socket } from "node:net";
import { argv, exit } from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// Runs inside the box, beside a module that is not trusted. It imports nothing but Node, because
// the box shows it nothing of ours. The gateway checks every line that leaves.

interface Context extends Readonly<Record<string, unknown>> {
  readonly permissions: readonly string[];
}

interface Result {
  readonly error?: { readonly code: string; readonly message: string };
}

/** The parts of a tool of the SDK that are used here. */
interface LoadedTool {
  readonly name: string;
  readonly version: string;
  readonly contract: { readonly asReceived: unknown };
  readonly invoke: (input: unknown, context: object) => Promise<Result>;
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly neverRan: boolean;
}

/** What the gateway sends. It is trusted: only the gateway holds the other end. */
type Received =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly input: unknown;
      readonly context: Context;
      readonly egress: boolean;
      readonly calls: boolean;
      readonly caller?: string;
    }
  | { readonly kind: "answer"; readonly ask: number; readonly answer: unknown }
  | { readonly kind: "refused"; readonly ask: number; readonly refused: Refused };

const [, , file = ""] = argv;
const input = new Socket({ fd: 3, readable: true, writable: false });
const output = new Socket({ fd: 4, readable: false, writable: true });
const tools = new Map<string, LoadedTool>();
const asked = new Map<number, PromiseWithResolvers<unknown>>();
let asks = 0;

/** Requests that are open at a time. The gateway ends a box that has many more. */
const maxOpen = 8;
let open = 0;
const waiters: (() => void)[] = [];

function send(message: object): void {
  output.write(`${JSON.stringify(message)}\n`);
}

/** An error of a refused request, as the SDK's own class would be recognized. */
function errorOf({ message, ...rest }: Refused): Error {
  const error = Object.assign(new Error(message), { ...rest, name: "InnerCallError" });
  return Object.defineProperty(error, Symbol.for("toolcourt.inner-call-error"), { value: true });
}

/** Asks the gateway. Refusals are noted, so that an uncaught one reaches the caller as it is. */
function asker(refused: Map<string, number>) {
  return async (kind: "egress" | "inner", what: object): Promise<unknown> => {
    if (open >= maxOpen) await new Promise<void>((go) => waiters.push(go));
    open += 1;
    asks += 1;
    const ask = asks;
    const waiting = Promise.withResolvers<unknown>();
    asked.set(ask, waiting);
    send({ kind, ask, ...what });
    try {
      return await waiting.promise;
    } catch (error) {
      if (error instanceof Error && "code" in error) {
        refused.set(`${String(error.code)} ${error.message}`, ask);
      }
      throw error;
    } finally {
      asked.delete(ask);
      open -= 1;
      waiters.shift()?.();
    }
  };
}

async function run(received: Extract<Received, { kind: "call" }>): Promise<void> {
  const { tool: name, context, caller } = received;
  const refused = new Map<string, number>();
  const ask = asker(refused);
  const egress = { request: (request: object) => ask("egress", { request }) };
  const calls = {
    ...(caller !== undefined && { caller }),
    call: (tool: string, args: unknown, options: object = {}) =>
      ask("inner", { tool, arguments: args, options }),
  };
  const result = await tools.get(name)?.invoke(received.input, {
    ...context,
    ...(received.egress && { egress }),
    ...(received.calls && { calls }),
  });
  const { error } = result ?? {};
  const cause = error && refused.get(`${error.code} ${error.message}`);
  send({ kind: "result", result, ...(cause !== undefined && { refusedBy: cause }) });
}

function take(received: Received): void {
  // The gateway takes the end of the process as the failure of its only call.
  if (received.kind === "call") run(received).catch(() => exit(1));
  else if (received.kind === "answer") asked.get(received.ask)?.resolve(received.answer);
  else asked.get(received.ask)?.reject(errorOf(received.refused));
}

function isTool(value: unknown): value is LoadedTool {
  return (
    typeof value === "object" &&
    value !== null &&
    "contract" in value &&
    "invoke" in value &&
    typeof value.invoke === "function"
  );
}

async function load(): Promise<void> {
  send({ kind: "ready" });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the exports of a module are unknown before it is loaded
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
    for (const tool of Object.values(module).flat().filter(isTool)) tools.set(tool.name, tool);
  } catch {
    send({ kind: "unloadable" });
    return;
  }
  const listed = [...tools.values()].map(({ version, contract }) => ({
    version,
    tool: contract.asReceived,
  }));
  send({ kind: "tools", tools: listed });
}

// The gateway closes its end when the call has ended or was cancelled, or when it is gone.
input.on("close", () => exit(0));
createInterface({ input }).on("line", (line) => {
  // oxlint-disable-next-line typescript/no-unsafe-argument -- the gateway wrote the line
  take(JSON.parse(line));
});
await load();
