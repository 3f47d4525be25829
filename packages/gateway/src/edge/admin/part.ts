import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";
import type { AuthenticatedRequest } from "../callers.ts";
import { headers, sendJson } from "./respond.ts";

/** Who sent a request, and what the current policy lets them do. */
export interface AdminSender {
  readonly principal: Principal;
  readonly may: (permission: string) => boolean;
  /** Throws a `Refusal` unless the sender has one of the permissions. Names the first one. */
  readonly require: (...any: readonly string[]) => void;
}

/** An answer that is sent as it arises. */
export interface Streamed {
  readonly contentType: string;
  /** The name of the file that a browser saves. Default: shown. */
  readonly file?: string;
  readonly body: AsyncIterable<string | Uint8Array>;
}

export type AdminAnswer = JsonObject | { readonly streamed: Streamed };

/** A part of the admin API with routes of its own. */
export interface AdminPart {
  /** By the path alone. */
  readonly isAbout: (request: AuthenticatedRequest) => boolean;
  /** Checks in an order that leaks nothing: the route, then the permission, then existence. */
  readonly answer: (request: AuthenticatedRequest, sender: AdminSender) => Promise<AdminAnswer>;
}

export function send(response: ServerResponse, answer: AdminAnswer): void {
  if (isStreamed(answer)) void sendStream(response, answer.streamed);
  else sendJson(response, answer);
}

function isStreamed(answer: AdminAnswer): answer is { readonly streamed: Streamed } {
  const { streamed } = answer;
  return typeof streamed === "object" && streamed !== null && "body" in streamed;
}

/** An error in the middle cuts the connection, so that no reader takes the part for the whole. */
async function sendStream(
  response: ServerResponse,
  { contentType, file, body }: Streamed,
): Promise<void> {
  const saved =
    file === undefined ? {} : { "content-disposition": `attachment; filename="${file}"` };
  response.writeHead(200, { ...headers, "content-type": contentType, ...saved });
  await pipeline(Readable.from(body), response).catch(() => response.destroy());
}
