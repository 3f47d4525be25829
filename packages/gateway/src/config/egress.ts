import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { methods } from "../boundary/egress/egress-rules.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import { webAddress } from "./address.ts";
import { duration } from "./duration.ts";
import { choice, fullText, keysAndValues, listOf, positive, trueOrFalse } from "./pieces.ts";
import { size } from "./size.ts";

// Where our own requests may go. Everything else is unreachable.

const what = "an origin such as https://api.example.com, in lower case and without a path";

/** An origin, parsed as strictly as requests later. Values that need repair are refused. */
const origin = z
  .string({ error: expectedUnseen(what) })
  .meta({ format: "uri", pattern: "^https?://[^/?#@]+$" })
  .transform((text, context) => {
    const reading = readUrl(text);
    if (reading.kind === "read" && reading.url.origin === text) return reading;
    context.addIssue({ code: "custom", message: `Expected ${what}.` });
    return z.NEVER;
  });

const places = choice(["public", "private", "loopback"]).default("public");
const pathError = expected("a path such as /target");

const allowed = z.strictObject(
  {
    origin,
    methods: listOf(choice(methods), "methods")
      .min(1, { error: "Name at least one method, or leave the key out for GET and HEAD." })
      .default(["GET", "HEAD"]),
    addresses: places,
    via: choice(["gateway", "direct"]).default("gateway"),
    path: z.exactOptional(
      z
        .string({ error: pathError })
        .regex(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/, { error: pathError }),
    ),
  },
  keysAndValues,
);

const headerError = expected("the name of a header");

const gateway = z.strictObject(
  {
    url: z.exactOptional(webAddress),
    key: z.exactOptional(fullText),
    key_header: z
      .string({ error: headerError })
      .regex(/^[\w-]{1,64}$/, { error: headerError })
      .default("Ocp-Apim-Subscription-Key"),
    addresses: places,
    required: trueOrFalse.default(true),
  },
  keysAndValues,
);

const mostAttempts = 10;
const attemptsError = expected(`a whole number from 1 to ${mostAttempts}`);

const retry = z.strictObject(
  {
    attempts: z
      .int({ error: attemptsError })
      .min(1, { error: attemptsError })
      .max(mostAttempts, { error: attemptsError })
      .default(3),
    max_wait: duration.prefault("PT10S"),
    budget: positive.default(10),
  },
  keysAndValues,
);

export const egressSchema = z.strictObject(
  {
    allow: listOf(allowed, "origins that may be reached").default([]),
    gateway: z.exactOptional(gateway),
    max_payload: size.prefault("1MB"),
    max_response: size.prefault("10MB"),
    timeout: duration.prefault("PT30S"),
    retry: retry.prefault({}),
    ca: z.exactOptional(fullText),
  },
  keysAndValues,
);

export type EgressFile = z.output<typeof egressSchema>;
