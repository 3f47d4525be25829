import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { AnswerHeaders } from "./retry-after.ts";

/** The parts of a failed answer that are read. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

/** The target's own error identifiers, limited to strict forms. */
export interface ErrorWords {
  /** Most general first. */
  readonly codes: readonly string[];
  /** The denied action, if named. */
  readonly action: string | undefined;
}

const codeHeaders = ["x-ms-error-code", "x-amzn-errortype"];
const codeKeys = ["code", "Code", "status", "__type", "errorCode", "error", "reason", "type"];
const deepest = 4;

/** Finds the error codes of an answer from any vendor. Ignores free text. */
export function errorWords({ headers, body }: FailedAnswer): ErrorWords {
  const text = Buffer.from(body).toString("utf8");
  const challenge = /\berror="?([a-z_]{1,40})"?/.exec(headers["www-authenticate"] ?? "")?.[1];
  const codes = [
    ...codeHeaders.map((name) => headers[name]),
    challenge,
    ...codesIn(parsed(text), deepest),
    ...Array.from(text.matchAll(/<Code>([\w.-]{1,64})<\/Code>/g), ([, code]) => code).slice(0, 4),
  ];
  return {
    codes: codes.flatMap((code) => (code === undefined ? [] : strictCode(code))),
    action: /perform action '([\w.*-]{1,64}(?:\/[\w.*-]{1,64}){1,8})'/.exec(text)?.[1],
  };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function codesIn(value: JsonValue | undefined, depth: number): readonly string[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) {
    return value.slice(0, 4).flatMap((each: JsonValue) => codesIn(each, depth - 1));
  }
  return isJsonObject(value) ? [...codesOf(value), ...codesBelow(value, depth)] : [];
}

function codesOf(error: JsonObject): readonly string[] {
  return codeKeys.flatMap((key) => {
    const code = own(error, key);
    return typeof code === "string" ? [code] : [];
  });
}

function codesBelow(error: JsonObject, depth: number): readonly string[] {
  return ["error", "Error", "errors", "innererror", "details"].flatMap((key) =>
    codesIn(own(error, key), depth - 1),
  );
}

/**
 * `com.vendor#ThrottlingException:http://…` becomes `ThrottlingException`. Text with spaces is no
 * code.
 */
function strictCode(written: string): readonly string[] {
  const code = written.replace(/^[\w.]*#/, "").replace(/:.*$/, "");
  return /^[A-Za-z][\w.-]{1,63}$/.test(code) ? [code] : [];
}
