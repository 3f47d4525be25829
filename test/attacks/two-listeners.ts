import { reading } from "../gate/tools.ts";
import { callerFor, callOf } from "./caller.ts";
import { openServed, type Served } from "./served.ts";

/** Two gateways before the same tool: one requires tokens, the other has no authentication. */
export interface TwoListeners extends AsyncDisposable {
  readonly known: Served;
  /** A valid token for the first one. */
  readonly token: string;
  readonly open: Served;
}

/** Allows calls by the local user. */
const forLocal = `version: 1
statements:
  - { id: all, effect: allow, kinds: [local], tools: ["*"] }
...
`;

export async function openTwoListeners(): Promise<TwoListeners> {
  const tools = [reading("get-forecast")];
  const [known, open] = await Promise.all([
    openServed({ tools }),
    openServed({ tools, policy: forLocal, keys: { server: {} } }),
  ]);
  const { token } = await callerFor(known, "ada");
  return {
    known,
    token,
    open,
    [Symbol.asyncDispose]: async () => {
      await known[Symbol.asyncDispose]();
      await open[Symbol.asyncDispose]();
    },
  };
}

const { body, headers } = callOf("get-forecast", { city: "Oslo" }, { era: "legacy" });

/** A call of the tool as a plain request, with the default headers. */
export const call = { body: typeof body === "string" ? body : "" };
export const defaultHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  new Headers(headers),
);
