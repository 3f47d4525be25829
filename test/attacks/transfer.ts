import { type JsonObject, own } from "@toolcourt/sdk";
import { sending } from "../gate/tools.ts";
import { type Caller, cameTo, type Wish } from "./caller.ts";
import { objectIn, type Served } from "./served.ts";

const text = { type: "string", minLength: 1, maxLength: 100 };

/** Returns a write tool with every kind of argument that could be shown and run differently. */
export function transfer(name: string): JsonObject {
  return {
    ...sending(name),
    inputSchema: {
      type: "object",
      properties: {
        amount: { type: "number", description: "How much to send", minimum: 0, maximum: 1000 },
        note: { ...text, description: "What the receiver reads" },
        to: { ...text, description: "Who gets it" },
        cc: { type: ["string", "null"], maxLength: 100, description: "Who else gets a copy" },
        urgent: { type: "boolean", description: "Whether it cannot wait", default: false },
      },
      required: ["amount", "to"],
      additionalProperties: false,
    },
  };
}

/** The arguments shown for approval. */
export const shown: JsonObject = { amount: 1, note: "caf\u{e9}", to: "grace", urgent: false };

/** Approves a request on the gateway's machine after viewing it. Returns the exit code. */
export async function approve(served: Served, id: string, operator?: string): Promise<number> {
  const { code } = await served.command(["approvals", "approve", id], {
    ...(operator !== undefined && { operator }),
    types: (printed) => /^Digest: +([\da-f]+)$/m.exec(printed)?.[1] ?? "",
  });
  return code;
}

/** A client with the elicitation capability. */
export const askable: Wish = { capabilities: { elicitation: { form: {} } } };

/** Returns the acceptance of our approval question. */
export function yesTo(question: JsonObject): Wish {
  const { requestState = null } = objectIn(question, "result");
  const inputResponses = { "toolcourt-approval": { action: "accept", content: {} } };
  return { ...askable, resumption: { inputResponses, requestState } };
}

/** Requests the caller's approval for a call. Fails if none is asked for. */
export async function askFor(caller: Caller, name: string, given: JsonObject): Promise<JsonObject> {
  const question = await caller.call(name, given, askable);
  if (cameTo(question) !== "asked") throw new Error(JSON.stringify(question));
  return question;
}

/** Returns the request state of an acceptance. */
export function stateIn({ resumption = {} }: Wish): string {
  const state = own(resumption, "requestState");
  return typeof state === "string" ? state : "";
}
