import { partsOf, stemOf } from "./words.ts";

/** What a parameter's name implies about the position of its value in a sentence. */
export interface ParameterRole {
  /** The first or second of two: "from … to …", "between … and …". Default: neither. */
  readonly end?: "start" | "end";
  /** Whether its value follows "in" or "near". */
  readonly isPlace: boolean;
  /** Whether its value follows "by". */
  readonly isMaker: boolean;
}

const starts = stemsOf(
  "start from origin source initial begin beginning min minimum lower first departure old",
);
const ends = stemsOf(
  "end to destination target final max maximum upper until last arrival new goal",
);
const places = stemsOf(
  "location city country place state region address area county town venue destination origin",
);
const makers = stemsOf(
  "artist author creator director composer writer singer painter sculptor band maker",
);

export function roleOf(name: string): ParameterRole {
  const stems = partsOf(name).map((part) => stemOf(part));
  const isStart = stems.some((stem) => starts.has(stem));
  const isEnd = stems.some((stem) => ends.has(stem));
  return {
    ...(isStart === isEnd ? {} : { end: isStart ? "start" : "end" }),
    isPlace: stems.some((stem) => places.has(stem)),
    isMaker: stems.some((stem) => makers.has(stem)),
  };
}

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map((word) => stemOf(word)));
}
