import { type ContractReading, readContract, type ToolSource } from "@toolcourt/sdk";
import { type Bench, type Finding, isCallable, lintContract } from "@toolcourt/sdk/rules";

/** What the rules say about one tool. */
export interface Verdict {
  readonly server: string;
  readonly name: string;
  /** Whether the tool may be called at all: it has no finding of severity `error`. */
  readonly callable: boolean;
  /** Absent when the tool could not even be read. */
  readonly digest: string | undefined;
  readonly findings: readonly Finding[];
}

/** The rule that an unreadable tool breaks. */
const readable = "contract/readable";

/** Judges one tool alone. */
export function judgeTool(reading: ContractReading, bench: Bench): Verdict {
  if (reading.kind === "unreadable") {
    const { server, name } = reading;
    return {
      server,
      name,
      callable: false,
      digest: undefined,
      findings: [notReadable(reading, bench)],
    };
  }
  const { contract } = reading;
  const { server, name, digest } = contract;
  const findings = lintContract(contract, bench);
  return { server, name, callable: isCallable(findings), digest, findings };
}

/** A list of tools, each judged alone but for its name, which it must not share. */
export function judgeTools(
  sources: readonly ToolSource[],
  { rules, profiles, now }: Omit<Bench, "scene"> & { readonly now: number },
): readonly Verdict[] {
  const readings = sources.map(readContract);
  const counts = new Map<string, number>();
  for (const reading of readings) {
    const key = nameKey(identityOf(reading));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return readings.map((reading) => {
    const { server } = identityOf(reading);
    const namesakes = (name: string): number => counts.get(nameKey({ server, name })) ?? 0;
    return judgeTool(reading, { rules, profiles, scene: { namesakes, now } });
  });
}

interface Identity {
  readonly server: string;
  readonly name: string;
}

function identityOf(reading: ContractReading): Identity {
  return reading.kind === "contract" ? reading.contract : reading;
}

function nameKey({ server, name }: Identity): string {
  return JSON.stringify([server, name]);
}

function notReadable(
  { pointer, message }: { readonly pointer: string; readonly message: string },
  { rules }: Bench,
): Finding {
  const requirements = rules.find(({ id }) => id === readable)?.requirements ?? [];
  return { rule: readable, severity: "error", pointer, message, requirements };
}
