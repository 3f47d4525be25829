import {
  type JSONRPCMessage,
  ProtocolError,
  type StandardSchemaV1,
  type Transport,
} from "@modelcontextprotocol/server";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { capabilitiesKey } from "../protocol/era.ts";
import { tasksExtension } from "../protocol/extensions.ts";
import { declaresTasks, isTaskResult } from "../protocol/tasks.ts";
import type { TaskRequest } from "../tasks/owned-tasks.ts";
import type { PrincipalOf } from "./callers.ts";
import type { OfferedTasks } from "./entrance.ts";
import { jsonOf, type McpRequest, type ProtocolServer } from "./protocol-server.ts";

export interface AnswerTasksDeps {
  /** Default: there are no tasks, and their methods are unknown. */
  readonly tasks?: OfferedTasks | undefined;
  readonly principalOf: PrincipalOf;
}

type AnswerTask = (request: TaskRequest, inputResponses: JsonObject) => Promise<JsonObject>;

/** Registers the methods about tasks. A modern server has no others. */
export function answerTasks(server: ProtocolServer, { tasks, principalOf }: AnswerTasksDeps): void {
  if (tasks === undefined) return;
  const answers: Readonly<Record<string, AnswerTask>> = {
    "tasks/get": (request) => tasks.get(request),
    "tasks/update": async (request, inputResponses) => {
      await tasks.update(request, inputResponses);
      return {};
    },
    "tasks/cancel": async (request) => {
      await tasks.cancel(request);
      return {};
    },
  };
  const { endpoint } = tasks;
  for (const [method, answer] of Object.entries(answers)) {
    server.setRequestHandler(method, { params: anyParams }, async (params, { mcpReq, http }) => {
      const capabilities = capabilitiesIn(mcpReq);
      if (!declaresTasks(capabilities)) throw undeclared();
      try {
        const id = own(params, "taskId");
        const taskId = typeof id === "string" ? id : "";
        const principal = principalOf(http?.authInfo);
        // The SDK takes the answers out of the parameters, whatever the method.
        const inputResponses = jsonOf(mcpReq.inputResponses) ?? {};
        return await answer({ taskId, principal, endpoint, capabilities }, inputResponses);
      } catch (error) {
        throw protocolError(error);
      }
    });
  }
  sendTasksPlainly(server);
}

/** Makes a server send a task as it is. The SDK adds the content of an ordinary result to it. */
function sendTasksPlainly(server: ProtocolServer): void {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withoutContent(message), options);
    return connect(transport);
  };
}

function withoutContent(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || !isTaskResult(message.result)) return message;
  const { content: _added, ...result } = message.result;
  return { ...message, result };
}

function capabilitiesIn({ envelope }: McpRequest): JsonObject {
  return jsonOf(own(jsonOf(envelope) ?? {}, capabilitiesKey)) ?? {};
}

/** Error code for a missing client capability. */
const missingCapability = -32_021;

function undeclared(): ProtocolError {
  const data = { requiredCapabilities: { extensions: { [tasksExtension]: {} } } };
  return new ProtocolError(missingCapability, "Declare the extension in this request.", data);
}

const internalError = -32_603;

/** A request about a task has no result for a model, so every refusal is an error. */
function protocolError(error: unknown): ProtocolError {
  const outcome = toMcp(error, "modern");
  if (outcome.kind === "rpc-error") {
    return new ProtocolError(outcome.code, outcome.message, outcome.data);
  }
  const message = error instanceof Refusal ? error.message : "The gateway failed.";
  const meta = own(outcome.result, "_meta");
  return new ProtocolError(internalError, message, isJsonObject(meta) ? meta : undefined);
}

/** Accepts any object: what is in it is read member by member. */
const anyParams: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "toolcourt",
    validate: (value) =>
      isJsonObject(value) ? { value } : { issues: [{ message: "Expected an object." }] },
  },
};
