import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import type { AuditRow, AuditStore } from "../../stores/audit-store.ts";
import type { Signer } from "./note.ts";

/** A row with its time. */
export interface LogPlace {
  readonly row: number;
  readonly hash: string;
  /** Milliseconds since 1970. Undefined for an entry without a time. */
  readonly at: number | undefined;
}

/** How far a log goes, and how far it is signed. */
export interface AuditStatus {
  /** Undefined for an empty log. */
  readonly last: LogPlace | undefined;
  /** The last row under a checkpoint. Undefined if nothing is signed. */
  readonly signed: LogPlace | undefined;
  /** The checkpoint over it, as published. */
  readonly checkpoint: string | undefined;
  readonly key: {
    /** The name that signs the log. */
    readonly origin: string;
    readonly id: string;
    readonly publicKey: string;
  };
}

export async function auditStatus(
  store: Pick<AuditStore, "last" | "read" | "checkpointUpTo">,
  { name, publicKey }: Pick<Signer, "name" | "publicKey">,
): Promise<AuditStatus> {
  const last = await store.last();
  const checkpoint = last && (await store.checkpointUpTo(last.sequence));
  const [covered] = checkpoint === undefined ? [] : await store.read(checkpoint.size, 1);
  return {
    last: last && placeOf(last),
    signed: covered && placeOf(covered),
    checkpoint: checkpoint?.note,
    // A public key is `name+id+key`, and neither name nor id has a plus.
    key: { origin: name, id: publicKey.split("+")[1] ?? "", publicKey },
  };
}

function placeOf({ sequence, hash, body }: AuditRow): LogPlace {
  const entry = parseJson(body);
  const at = isJsonObject(entry) ? own(entry, "at") : undefined;
  return { row: sequence, hash, at: typeof at === "number" ? at : undefined };
}
