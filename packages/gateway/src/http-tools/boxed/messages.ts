import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  type TargetRequest,
  type ToolResult,
  toolResultSchema,
} from "@toolcourt/sdk";
import { z } from "zod";
import { excessIn } from "../../protocol/message-size.ts";

// What a box may send. Its module is not trusted, so a message of any other form ends the box.

const number = z.int().min(0);
const json = z.custom<JsonValue>((value) => value !== undefined);
const object = z.custom<JsonObject>((value) => isJsonObject(value));

const request: z.ZodType<TargetRequest> = z.strictObject({
  method: z.string().max(20),
  url: z.string().max(16_384),
  headers: z.exactOptional(z.record(z.string().max(256), z.string().max(16_384))),
  body: z.exactOptional(z.string()),
  from: z.exactOptional(z.string().max(16_384)),
});

const result = z.custom<ToolResult>((value) => anyResult.safeParse(value).success);
const anyResult = toolResultSchema(json);

const message = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  z.strictObject({ kind: z.literal("unloadable") }),
  z.strictObject({
    kind: z.literal("tools"),
    tools: z.array(z.strictObject({ version: z.string().max(200), tool: object })).max(1_000),
  }),
  z.strictObject({
    kind: z.literal("result"),
    result,
    refusedBy: z.exactOptional(number),
  }),
  z.strictObject({ kind: z.literal("egress"), ask: number, request }),
  z.strictObject({
    kind: z.literal("inner"),
    ask: number,
    tool: z.string().max(1_000),
    arguments: object,
    options: z.strictObject({ atMost: z.exactOptional(z.enum(["read", "write", "destroy"])) }),
  }),
]);

export type BoxMessage = z.output<typeof message>;
export type Ask = Extract<BoxMessage, { readonly kind: "egress" | "inner" }>;
export type OfferedTool = Extract<BoxMessage, { readonly kind: "tools" }>["tools"][number];

/** Returns undefined for a line that is no message of a box. */
export function readBoxMessage(line: string): BoxMessage | undefined {
  if (excessIn(line) !== undefined) return undefined;
  try {
    return message.safeParse(parseJson(line)).data;
  } catch {
    return undefined;
  }
}

/** A refused request, as the module gets it. */
export interface RefusedAsk {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly neverRan: boolean;
}

/** What a box gets. */
export type BoxOrder =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly input: unknown;
      readonly context: object;
      readonly egress: boolean;
      readonly calls: boolean;
      readonly caller?: string | undefined;
    }
  | { readonly kind: "answer"; readonly ask: number; readonly answer: unknown }
  | { readonly kind: "refused"; readonly ask: number; readonly refused: RefusedAsk };
