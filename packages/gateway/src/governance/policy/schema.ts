import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { methods } from "../../boundary/egress/egress-rules.ts";
import { readUrl } from "../../boundary/egress/read-url.ts";
import { host } from "./host-schema.ts";
import {
  choice,
  durationUpTo,
  keysAndValues,
  listOf,
  nameOf,
  role,
  selectors,
  slugOf,
  text,
  who,
  wholeOf,
} from "./schema-pieces.ts";
import { destination, mode, sequence } from "./sequence-schema.ts";

// One schema describes the file. The keys of an entry are combined with AND, the items of a list
// with OR.

/** Form of a permission in a role. `*` matches a whole part, never a piece of one. */
const grantForm = /^([\w./-]+|\*):([\w.-]+|\*)$/;

const grantError = expected("a permission as resource:action; * may stand for either");
const grant = z.string({ error: grantError }).regex(grantForm, { error: grantError });
/** Empty for a role that only statements refer to. */
const grants = z.array(grant, { error: expected("a list of permissions") });

const claim = z.union([text, listOf(text, "texts")], { error: expected("a text, or a list") });

const subject = z.strictObject(
  {
    ...who,
    scopes: z.exactOptional(listOf(nameOf("a scope"), "scopes")),
    claims: z.exactOptional(z.record(z.string(), claim, keysAndValues)),
    roles: listOf(role, "roles"),
  },
  keysAndValues,
);

/** `server/URI` or `server/name`. Without the server, a pattern would trust every server. */
function itemOf(what: string) {
  const error = expected(`${what}, or "*"; * matches any characters`);
  return z
    .string({ error })
    .regex(/^(?:\*|[^/\s\p{C}\p{Zl}\p{Zp}]{1,256}\/[^\s\p{C}\p{Zl}\p{Zp}]{1,2048})$/u, { error });
}

const statement = z.strictObject(
  {
    id: slugOf("an id"),
    effect: choice(["allow", "deny"]),
    ...selectors,
    resources: z.exactOptional(listOf(itemOf("a resource as server/URI"), "resources")),
    prompts: z.exactOptional(listOf(itemOf("a prompt as server/name"), "prompts")),
    when: z.exactOptional(text),
  },
  keysAndValues,
);

const duration = durationUpTo(1, "PT30S (30 seconds) or PT5M");

const limit = z.strictObject(
  {
    id: slugOf("an id"),
    ...selectors,
    max_timeout: z.exactOptional(duration),
    max_retries: z.exactOptional(wholeOf("a whole number from 0 to 10", 0, 10)),
    max_result_bytes: z.exactOptional(
      wholeOf("a whole number from 1 to 1000000000", 1, 1_000_000_000),
    ),
  },
  keysAndValues,
);

const originError = expectedUnseen(
  "an origin such as https://api.example.com, in lower case and without a path",
);

/**
 * Compared with the origin of a request letter by letter, so it must be in canonical spelling. The
 * message does not repeat it: it may contain a password.
 */
const origin = z.string({ error: originError }).refine(
  (written) => {
    const reading = readUrl(written);
    return reading.kind === "read" && reading.url.origin === written;
  },
  { error: originError },
);

const target = z.strictObject(
  { origin, methods: listOf(choice(methods), "methods").default(["GET", "HEAD"]) },
  keysAndValues,
);

const versionError = expected("1");

/** The file as its author writes it. */
export const policySchema = z.strictObject(
  {
    version: z.literal(1, { error: versionError }),
    roles: z.record(z.string(), grants, keysAndValues).default({}),
    subjects: z.array(subject, { error: expected("a list of subjects") }).default([]),
    statements: z.array(statement, { error: expected("a list of statements") }).default([]),
    limits: z.array(limit, { error: expected("a list of limits") }).default([]),
    egress: z.exactOptional(z.array(target, { error: expected("a list of origins") })),
    sequences: z.exactOptional(z.array(sequence, { error: expected("a list of sequences") })),
    /** The mode of sequences without one. Default: enforce. */
    mode: z.exactOptional(mode),
    destinations: z.exactOptional(
      z.array(destination, { error: expected("a list of destinations") }),
    ),
    /** Programs whose word counts for what a person wrote. */
    hosts: z.exactOptional(z.array(host, { error: expected("a list of hosts") })),
  },
  keysAndValues,
);

export type PolicyFile = z.output<typeof policySchema>;
export type SubjectEntry = PolicyFile["subjects"][number];
export type StatementEntry = PolicyFile["statements"][number];
export type LimitEntry = PolicyFile["limits"][number];

/** Tells whether a role's grant covers a permission that a contract requires. */
export function covers(granted: string, permission: string): boolean {
  if (granted === permission) return true;
  const parts = partsOf(granted);
  const asked = partsOf(permission);
  if (parts === undefined || asked === undefined) return false;
  return parts.every((part, index) => part === "*" || part === asked[index]);
}

// A permission not in `resource:action` form, such as a bare `*`, has no parts. No wildcard grant
// covers it.
function partsOf(permission: string): readonly [string, string] | undefined {
  const [, resource, action] = grantForm.exec(permission) ?? [];
  return resource === undefined || action === undefined ? undefined : [resource, action];
}
