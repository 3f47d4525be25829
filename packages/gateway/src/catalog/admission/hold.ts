import type { DriftedTools } from "../../contracts/drift/drifted.ts";
import type { Admission } from "./admit-tools.ts";

/**
 * The admission with tools held that drifted before somebody else's eyes, or nothing where there is nothing
 * new to it. Only what the lock has can be held like this: the rest was never admitted. And what the lock
 * has as it was seen has been approved since.
 */
export function hold(
  admission: Admission,
  server: string,
  drifted: DriftedTools,
): Admission | undefined {
  const locked = admission.lock.servers.get(server);
  const known = admission.quarantine.get(server);
  const news = [...drifted].filter(([tool, { digest }]) => {
    const approved = locked?.get(tool)?.digest;
    return approved !== undefined && approved !== digest && known?.has(tool) !== true;
  });
  if (news.length === 0) return undefined;
  const quarantined = new Map([...(known ?? []), ...news]);
  return { ...admission, quarantine: new Map(admission.quarantine).set(server, quarantined) };
}
