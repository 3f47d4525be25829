import type { JsonObject } from "@toolcourt/sdk";
import {
  answering,
  type Handlers,
  json,
  type Listening,
  listen,
  refuseWith,
} from "../../../packages/testing/src/programs/odd-http.ts";

/** A modern server whose tool requests input before it answers. */
export interface AskingServer extends Listening {
  /** Number of answers after an input request. */
  readonly answered: () => number;
  readonly asked: () => number;
}

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const found = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
const form = {
  mode: "form",
  message: "For how many days?",
  requestedSchema: { type: "object", properties: { days: { type: "integer" } } },
};

export async function openAskingServer(tool: JsonObject): Promise<AskingServer> {
  let [answered, asked] = [0, 0];
  const call: Handlers[string] = ({ id, params, response }) => {
    const isResumed = params["inputResponses"] !== undefined;
    if (isResumed) answered += 1;
    else asked += 1;
    const result = isResumed
      ? { ...seal, content: [], structuredContent: { celsius: 21 }, isError: false }
      : {
          resultType: "input_required",
          inputRequests: { days: { method: "elicitation/create", params: form } },
          requestState: "state",
        };
    json(response, { jsonrpc: "2.0", id, result });
  };
  const listening = await listen({
    "server/discover": answering({ ...seal, ...found }),
    "tools/list": answering({ ...seal, tools: [tool] }),
    "tools/call": call,
    else: refuseWith(404),
  });
  return { ...listening, answered: () => answered, asked: () => asked };
}
