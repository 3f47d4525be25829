import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonValue, parseJson } from "@toolcourt/sdk";
import type { EgressAnswer, EgressRequest } from "../../../boundary/egress/egress.ts";

/** The fields of an index that are read. Everything else of a row is never requested. */
export interface IndexFields {
  readonly id: string;
  readonly definition: string;
  readonly title?: string;
  readonly version?: string;
  readonly url?: string;
}

interface AnySource {
  readonly name: string;
  /** Origin of the service, without a path. */
  readonly endpoint: string;
  /** Name or id of the connection with the credential. */
  readonly connection: string;
}

export interface SearchSource extends AnySource {
  readonly kind: "azure-search";
  readonly index: string;
  readonly fields: IndexFields;
}

export interface ScanSource extends AnySource {
  readonly kind: "document-intelligence";
}

/** A service that the operator draws drafts from. */
export type DraftSource = SearchSource | ScanSource;

/** Sends a request to the origin of one source, with its credential. */
export type SendToSource = (request: SourceRequest) => Promise<EgressAnswer>;

export type SourceRequest = Pick<EgressRequest, "method" | "url" | "body" | "deadlineMs">;

/** Parses an answer. Text of a service never becomes part of a message. */
export function bodyOf({ body }: EgressAnswer, source: DraftSource): JsonValue {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw sourceFailed(source, { expected: "JSON", found: "an answer that is none" }, cause);
  }
}

/** What a source was expected to answer, and what it did. Both in our own words. */
export interface Mismatch {
  readonly expected: string;
  readonly found: string;
}

export function sourceFailed(
  { name }: Pick<DraftSource, "name">,
  { expected, found }: Mismatch,
  cause?: unknown,
): Refusal<"draft-source-failed"> {
  return new Refusal("draft-source-failed", { source: name, expected, found }, { cause });
}
