import type { ResourceGraphClient } from "@azure/arm-resourcegraph";
import {
  createHttpHeaders,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from "@azure/core-rest-pipeline";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import type { Cloud } from "../../packages/azure/src/testing/cloud/cloud.ts";

/** What Microsoft's clients get instead of an identity. */
export const credential: ConstructorParameters<typeof ResourceGraphClient>[0] = {
  getToken: async () => ({
    token: "token-of-the-official-client",
    expiresOnTimestamp: Number.MAX_SAFE_INTEGER,
  }),
};

/** Lets Microsoft's clients speak to a cloud without a socket. */
export function clientOf(cloud: Cloud): HttpClient {
  return {
    sendRequest: async (request): Promise<PipelineResponse> => {
      const body = typeof request.body === "string" ? parseJson(request.body) : undefined;
      const answer = cloud.answer({
        method: request.method,
        url: new URL(request.url),
        headers: lowered(request),
        ...(isJsonObject(body) && { body }),
      });
      const text = answer.body === undefined ? null : JSON.stringify(answer.body);
      return {
        request,
        status: answer.status,
        headers: createHttpHeaders({ "content-type": "application/json", ...answer.headers }),
        bodyAsText: text,
      };
    },
  };
}

function lowered({ headers }: PipelineRequest): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}
