/** Alternates between keys: a thousand requests of one key delay the others by one turn. */
export interface FairQueue<Entry> {
  readonly add: (key: string, entry: Entry) => void;
  readonly take: () => Entry | undefined;
}

export function createFairQueue<Entry>(): FairQueue<Entry> {
  // A map keeps insertion order: after its turn a key moves to the end.
  const lines = new Map<string, Entry[]>();

  return {
    add: (key, entry) => {
      const line = lines.get(key);
      if (line === undefined) lines.set(key, [entry]);
      else line.push(entry);
    },
    take: () => {
      for (const [key, line] of lines) {
        const entry = line.shift();
        lines.delete(key);
        if (line.length > 0) lines.set(key, line);
        if (entry !== undefined) return entry;
      }
      return undefined;
    },
  };
}
