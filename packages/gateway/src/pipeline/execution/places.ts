import type { RegisteredTool } from "../../catalog/snapshot.ts";

/** Who wants a place, and whether it runs inside the place of the call that it is made for. */
export interface Wanted {
  readonly tool: RegisteredTool;
  readonly isInside: boolean;
}

/** Places for calls: so many in the whole toolbox, so many of one tool. `Held` stands for the place of a call. */
export interface Places<Held> {
  /** A place for one call, if there is one at once. One that runs inside another's needs only its tool's. */
  readonly take: (wanted: Wanted) => Held | undefined;
  readonly leave: (held: Held) => void;
  /** Whether others may have a place, which is asked for again and again while calls wait. Absent where nobody else has any. */
  readonly ask?: (wanted: Wanted) => Promise<Held | undefined>;
}

/** How many calls of a tool run, and how it is held in mind that one does. */
interface Instances {
  running: number;
  readonly outside: Taken;
  readonly inside: Taken;
}

interface Taken {
  readonly tool: string;
  readonly isInside: boolean;
}

/** The places of this process alone. Taking one waits for nothing and makes nothing. */
export function createLocalPlaces(maxConcurrent: number): Places<Taken> {
  // A tool stays in here when its calls have ended: there are no more than the registry has ever had.
  const byTool = new Map<string, Instances>();
  let total = 0;

  const instancesOf = (tool: string): Instances => {
    const known = byTool.get(tool);
    if (known !== undefined) return known;
    const none = {
      running: 0,
      outside: { tool, isInside: false },
      inside: { tool, isInside: true },
    };
    byTool.set(tool, none);
    return none;
  };

  return {
    take: ({ tool: { publicName, settings }, isInside }) => {
      const instances = instancesOf(publicName);
      if (instances.running >= settings.maxInstances) return undefined;
      if (!isInside) {
        if (total >= maxConcurrent) return undefined;
        total += 1;
      }
      instances.running += 1;
      return isInside ? instances.inside : instances.outside;
    },
    leave: ({ tool, isInside }) => {
      if (!isInside) total -= 1;
      instancesOf(tool).running -= 1;
    },
  };
}
