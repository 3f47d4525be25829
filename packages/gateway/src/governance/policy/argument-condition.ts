import type { JsonObject } from "@toolcourt/sdk";
import { type Compilation, compileCondition, maxSteps, type Verdict } from "./condition/compile.ts";
import { ConnectionFacts, PrincipalFacts, RequestFacts, weigh } from "./condition/facts.ts";

/** A call, as far as a condition over its arguments sees it. */
export interface ArgumentQuestion {
  /** Validated against the input schema, defaults applied. */
  readonly args: JsonObject;
  /** Name of the stored connection that the call uses. Default: none. */
  readonly connection?: string | undefined;
}

type Objections = Extract<Compilation, { readonly kind: "objections" }>["objections"];

export type ArgumentCondition =
  | { readonly kind: "condition"; readonly ask: (question: ArgumentQuestion) => Verdict }
  | { readonly kind: "objections"; readonly objections: Objections };

/** Compiles a condition that reads only the arguments and the connection of a call. */
export function compileArgumentCondition(text: string): ArgumentCondition {
  const compiled = compileCondition(text, ["args", "connection"]);
  if (compiled.kind === "objections") return compiled;
  return {
    kind: "condition",
    ask: ({ args, connection }) => {
      const named = new ConnectionFacts(connection);
      const facts = { ...unread, args, connection: named };
      return compiled.condition(facts, weigh(args, weigh(named)), { left: maxSteps });
    },
  };
}

/** The facts that no such condition can name. */
const unread = {
  principal: new PrincipalFacts({ id: "", permissions: [] }, { roles: [], permissions: [] }),
  request: new RequestFacts("tools/call", ""),
  now: new Date(0),
};
