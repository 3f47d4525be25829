import type { Json } from "../../ui/json.ts";
import { jsonAt, type SchemaSource } from "./schema-merge.ts";
import type { ToolForm } from "./shapes.ts";

/** Resolves what the gateway says about the parts of a schema. */
export function sourceOf({ input, hosts, sensitive }: ToolForm): SchemaSource {
  const root = input ?? {};
  const byHolder = new Map<Json, readonly string[]>();
  for (const pointer of hosts) {
    // The parameter itself is not in the schema that callers get: its holder is.
    const [, holder = "", name = ""] = /^(.*)\/properties\/([^/]*)$/.exec(pointer) ?? [];
    const schema = jsonAt(root, holder);
    if (schema === undefined) continue;
    const decoded = name.replaceAll("~1", "/").replaceAll("~0", "~");
    byHolder.set(schema, [...(byHolder.get(schema) ?? []), decoded]);
  }
  return {
    root,
    hosts: byHolder,
    sensitive: new Set(sensitive.flatMap((pointer) => jsonAt(root, pointer) ?? [])),
  };
}
