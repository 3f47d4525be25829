import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import type { Admission } from "./admit-tools.ts";

/**
 * Holds tools that another gateway saw drifting. Undefined if nothing changes. Only a locked tool
 * can be held: any other was never admitted. If the lock has the digest that was seen, the change
 * has been approved since.
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
