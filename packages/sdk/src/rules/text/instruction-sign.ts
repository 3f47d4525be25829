/** What a text does that a description has no business doing. Completes "This text …". */
export const instructionFamilies = {
  override: "sets other instructions aside",
  role: "poses as a message of the system",
  secrecy: "asks for secrecy",
  consent: "speaks for the user",
  precedence: "puts itself before other tools",
  order: "sets the order of other calls",
  secrets: "asks for something that is not the tool's business",
  destination: "sends things elsewhere",
  falsify: "changes what the user asked for",
  pretence: "tells the model what to say",
  command: "asks for a command to be run",
  pressure: "presses the model",
  address: "gives orders to the model",
} as const;

export type InstructionFamily = keyof typeof instructionFamilies;

/** One sign that a sentence addresses a model instead of describing a tool. */
export interface InstructionSign {
  readonly family: InstructionFamily;
  /** The rarer in honest definitions, the more. */
  readonly points: number;
  readonly pattern: RegExp;
}

/** Creates a sign from words and phrases. Alternatives are separated by a bar. */
export function cueWords(
  family: InstructionFamily,
  points: number,
  ...words: readonly string[]
): InstructionSign {
  return cuePattern(family, points, `(?<![a-z0-9_])(?:${words.join("|")})(?![a-z0-9_])`);
}

/** Creates a sign from sources of regular expressions, any of which may match. */
export function cuePattern(
  family: InstructionFamily,
  points: number,
  ...sources: readonly string[]
): InstructionSign {
  return { family, points, pattern: new RegExp(sources.join("|"), "g") };
}
