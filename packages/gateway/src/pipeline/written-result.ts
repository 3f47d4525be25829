import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { CheckedResult } from "./call.ts";

/** A value with its JSON text, which is made when it is first needed. */
export class WrittenValue {
  readonly value: JsonValue;
  #text: string | undefined;

  constructor(value: JsonValue) {
    this.value = value;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.value);
    return this.#text;
  }
}

/** The parts of a result that may be large, each written once. */
export interface WrittenParts {
  readonly content: WrittenValue;
  readonly structured: WrittenValue | undefined;
}

/**
 * A result that keeps its JSON text: for its size, its digest and its way to the caller. A copy
 * with other members is a plain object, so no text outlives a change.
 */
export class WrittenResult implements CheckedResult {
  readonly content: readonly JsonValue[];
  readonly isError: boolean;
  readonly structuredContent?: JsonValue;
  readonly meta?: JsonObject;
  readonly #parts: WrittenParts;
  #text: string | undefined;

  constructor({ content, isError, structuredContent, meta }: CheckedResult, parts: WrittenParts) {
    this.content = content;
    this.isError = isError;
    if (structuredContent !== undefined) this.structuredContent = structuredContent;
    if (meta !== undefined) this.meta = meta;
    this.#parts = parts;
  }

  /** The same text as `JSON.stringify` makes of the result. */
  get text(): string {
    this.#text ??= this.#write();
    return this.#text;
  }

  #write(): string {
    const { content, structured } = this.#parts;
    const data = structured === undefined ? "" : `,"structuredContent":${structured.text}`;
    const meta = this.meta === undefined ? "" : `,"meta":${JSON.stringify(this.meta)}`;
    return `{"content":${content.text},"isError":${this.isError}${data}${meta}}`;
  }
}

/** Returns the JSON text of a result, or of any other value. */
export function textOf(value: object): string {
  return value instanceof WrittenResult ? value.text : JSON.stringify(value);
}
