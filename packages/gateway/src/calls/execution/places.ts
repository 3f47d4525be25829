import type { RegisteredTool } from "../../registry/snapshot.ts";

/** Places for calls: so many in the whole toolbox, so many of one tool. `Held` stands for the place of a call. */
export interface Places<Held> {
  /** A place for one call, if there is one at once. */
  readonly take: (tool: RegisteredTool) => Held | undefined;
  readonly leave: (held: Held) => void;
  /** Whether others may have a place, which is asked for again and again while calls wait. Absent where nobody else has any. */
  readonly ask?: (tool: RegisteredTool) => Promise<Held | undefined>;
}

/** How many calls of a tool run. */
interface Instances {
  running: number;
}

/** The places of this process alone. Taking one waits for nothing and makes nothing. */
export function createLocalPlaces(maxConcurrent: number): Places<Instances> {
  // A tool stays in here when its calls have ended: there are no more than the registry has ever had.
  const byTool = new Map<string, Instances>();
  let total = 0;

  const instancesOf = (tool: string): Instances => {
    const known = byTool.get(tool);
    if (known !== undefined) return known;
    const none = { running: 0 };
    byTool.set(tool, none);
    return none;
  };

  return {
    take: ({ publicName, settings }) => {
      const instances = instancesOf(publicName);
      if (total >= maxConcurrent || instances.running >= settings.maxInstances) return undefined;
      total += 1;
      instances.running += 1;
      return instances;
    },
    leave: (instances) => {
      total -= 1;
      instances.running -= 1;
    },
  };
}
