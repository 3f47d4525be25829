import { BusinessError } from "@toolcourt/sdk";

/**
 * All refusals of the workspace tools. The codes are public. The messages name no path: the root's
 * location must stay private.
 */
const refusals = {
  "path-refused": "This path may not be read.",
  "file-missing": "There is no such file.",
  "not-a-file": "This is not a regular file.",
  "file-too-large": "The file is larger than 1,048,576 bytes.",
  "file-changing": "The file changed while it was read.",
  "not-text": "The file is not UTF-8 text.",
  "text-hidden": "The file has hidden characters in more than 1,000 places.",
  "entry-empty": "The entry is empty.",
  "entry-too-large": "The entry is larger than 10,240 bytes.",
  "entry-not-json": "An entry of a .jsonl file must be valid JSON.",
  "entry-not-text": "The entry is not well-formed text.",
  "entry-torn": "The entry could not be written whole; a part of it may be in the file.",
  "memory-refused": "The memory file is not a regular file in the memory folder.",
  "memory-shrunk":
    "The memory file has become shorter since the last entry; a person must look at it.",
} as const;

export type RefusalCode = keyof typeof refusals;

/** Creates a refusal that the caller may read. Its cause stays inside the gateway. */
export function refused(code: RefusalCode, cause?: unknown): BusinessError {
  return new BusinessError(code, refusals[code], {
    retryable: code === "file-changing",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Returns the refusal for a file system failure, or the failure itself if it is unexpected. */
export function refusedBy(
  failure: unknown,
  codes: Readonly<Partial<Record<string, RefusalCode>>>,
): unknown {
  const code = systemCode(failure);
  const refusal = code === undefined ? undefined : codes[code];
  return refusal === undefined ? failure : refused(refusal, failure);
}

/** Returns the system error code, such as `ENOENT`. */
export function systemCode(failure: unknown): string | undefined {
  return failure instanceof Error && "code" in failure && typeof failure.code === "string"
    ? failure.code
    : undefined;
}
