import { reading } from "../gate/tools.ts";
import { callerFor, callOf } from "./caller.ts";
import { openServed, type Served } from "./served.ts";

/** Two gateways before the same tool: one that asks for tokens, and one where nobody has to say who they are. */
export interface TwoDoors extends AsyncDisposable {
  readonly known: Served;
  /** Of somebody whom the first one knows. */
  readonly token: string;
  readonly open: Served;
}

/** Whoever sits at this machine may call. */
const forLocal = `version: 1
statements:
  - { id: all, effect: allow, kinds: [local], tools: ["*"] }
...
`;

export async function openTwoDoors(): Promise<TwoDoors> {
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

/** A call of the tool as a plain request, and the headers that it usually comes with. */
export const call = { body: typeof body === "string" ? body : "" };
export const usual: Readonly<Record<string, string>> = Object.fromEntries(new Headers(headers));
