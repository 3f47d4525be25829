import { registerHooks } from "node:module";
import { argv, stdout } from "node:process";

// Opens the gateway of a folder, and prints how many tools it has and which modules it loaded.

const [, , folder = ""] = argv;
const loaded: string[] = [];
registerHooks({
  load: (url, context, nextLoad) => {
    loaded.push(url);
    return nextLoad(url, context);
  },
});

// Imported behind the hooks, which see only what is loaded after them.
const { openConfigured } = await import("@toolcourt/gateway/internal/compose/open-configured");
const { systemClock } = await import("@toolcourt/contracts/internal/kernel/clock");
const newId = (): string => crypto.randomUUID();
const configured = await openConfigured(
  { config: undefined, frozen: false, minLevel: "error", forOperator: true },
  {
    terminal: { err: () => undefined },
    signal: new AbortController().signal,
    clock: systemClock,
    folder,
    environment: {},
    newId,
    random: () => 0.5,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    operator: "operator:grace",
    readInput: async function* () {},
  },
);
await configured[Symbol.asyncDispose]();
stdout.write(JSON.stringify(loaded));
