import type { AuditEntry, AuditStore } from "@toolcourt/gateway/internal/stores/audit-store";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { unchainable } from "@toolcourt/gateway/internal/stores/suites/link";
import { canonicalJson, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";

/** Builds a note as the gateway writes it. */
export function noteEntry(kind: string, about: JsonObject, at: number): AuditEntry {
  return { body: canonicalJson({ about, at, kind, monotonic: 1 }), part: "note", at };
}

/** The suites write short bodies. These stores accept only notes, so each body travels in one. */
export function withShortNotes<Stores extends DurableStores>(stores: Stores): Stores {
  const { connections, policies } = stores;
  return {
    ...stores,
    connections: {
      ...connections,
      add: (connection, entry) =>
        connections.add(connection, wrapped(entry, "connection.added", { id: connection.id })),
      replace: (connection, entry) => {
        const about = { id: connection.id };
        return connections.replace(connection, entry && wrapped(entry, "connection.pushed", about));
      },
    },
    policies: {
      ...policies,
      put: (policy, { replaces, entry }) => {
        const about = { version: policy.version };
        return policies.put(policy, { replaces, entry: wrapped(entry, "policy.put", about) });
      },
    },
  };
}

/** Unwraps the short bodies where the log receives them. */
export function logOfShortNotes({ append }: AuditStore): Pick<AuditStore, "append"> {
  return { append: (entries, ...rest) => append(entries.map(unwrapped), ...rest) };
}

function wrapped(entry: AuditEntry, kind: string, about: JsonObject): AuditEntry {
  if (entry.body === unchainable) return entry;
  return noteEntry(kind, { ...about, short: entry.body }, entry.at);
}

function unwrapped(entry: AuditEntry): AuditEntry {
  const note = parseJson(entry.body);
  const about = isJsonObject(note) ? own(note, "about") : undefined;
  const short = isJsonObject(about) ? own(about, "short") : undefined;
  return typeof short === "string" ? { ...entry, body: short } : entry;
}
