import type { Clock } from "../../kernel/clock.ts";
import type { RegisteredTool } from "../../registry/snapshot.ts";
import type { Places } from "./places.ts";

export interface SeekingOptions<Held> {
  readonly clock: Clock;
  readonly isWaitedFor: (tool: RegisteredTool) => boolean;
  readonly found: (tool: RegisteredTool, held: Held) => void;
}

/** How often is asked again. Places that others leave make no sound. */
const askAgainMs = 25;

/**
 * Asks for a place for each call that comes. Where there is none, one goes on asking for all calls of the
 * tool: however many wait, they do not ask more often.
 */
export function createSeeking<Held>(
  { ask }: Places<Held>,
  { clock, isWaitedFor, found }: SeekingOptions<Held>,
): (tool: RegisteredTool) => void {
  if (ask === undefined) return () => undefined;
  const scarce = new Set<string>();

  const askOnce = async (tool: RegisteredTool): Promise<boolean> => {
    const held = await ask(tool);
    if (held !== undefined) found(tool, held);
    return held !== undefined;
  };

  const seek = async (tool: RegisteredTool): Promise<void> => {
    const { publicName } = tool;
    if (scarce.has(publicName) || (await askOnce(tool)) || scarce.has(publicName)) return;
    scarce.add(publicName);
    while (isWaitedFor(tool)) {
      if (!(await askOnce(tool))) await clock.sleep(askAgainMs);
    }
    // In one step with the look at who waits: whoever comes in between would wait for nobody.
    scarce.delete(publicName);
  };

  return (tool) => void seek(tool);
}
