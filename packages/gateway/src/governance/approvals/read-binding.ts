import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { argumentsHash, bindingDigest } from "./binding.ts";

const text = z.string();
const json = z.custom<JsonObject>(isJsonObject);

const bindingSchema = z.strictObject({
  v: z.literal(1),
  id: text,
  nonce: text,
  tenant: text.nullable(),
  requester: text,
  query_id: text.nullable(),
  connection: text,
  tool: text,
  contract_hash: text,
  args_hash: text,
  policy_version: text,
  risk: z.enum(["read", "write", "destroy"]),
  not_before: z.int(),
  expires_at: z.int(),
  max_uses: z.literal(1),
  approvers: z.int().min(2).optional(),
  answers: json.optional(),
  state_hash: text.optional(),
});

export type Binding = z.output<typeof bindingSchema>;

/** An approval whose parts agree with each other and with its digest. */
export interface Intact {
  readonly binding: Binding;
  /** The stored bytes, parsed: shown to the approver, then run. */
  readonly arguments: JsonObject;
}

/**
 * Returns undefined if any stored part differs from the binding. Such an approval is neither shown
 * nor run.
 */
export function readBinding(approval: StoredApproval): Intact | undefined {
  if (bindingDigest(approval.binding) !== approval.digest) return undefined;
  const read = bindingSchema.safeParse(parsed(approval.binding));
  if (!read.success) return undefined;
  const binding = read.data;
  const input = parsed(approval.arguments);
  const isWhole = agrees(approval, binding) && isJsonObject(input);
  return isWhole ? { binding, arguments: input } : undefined;
}

function agrees(approval: StoredApproval, binding: Binding): boolean {
  const bound = [
    [binding.id, approval.id],
    [binding.tool, approval.tool],
    [binding.requester, approval.requester],
    [binding.tenant, approval.tenant],
    [binding.approvers ?? 1, approval.needed],
    [binding.not_before, approval.createdAt],
    [binding.expires_at, approval.expiresAt],
    [binding.args_hash, argumentsHash(approval.arguments)],
  ];
  return bound.every(([one, other]) => one === other);
}

function parsed(stored: string): unknown {
  try {
    return parseJson(stored);
  } catch {
    return undefined;
  }
}
