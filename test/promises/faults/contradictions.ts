import type { Record } from "./record.ts";
import type { FaultRig } from "./rig.ts";
import type { Round, Said } from "./round.ts";

/** Returns the answers and effects of a round that contradict the records. Empty if all is well. */
export async function contradictions(
  rig: FaultRig,
  round: Round,
  records: readonly Record[],
): Promise<readonly string[]> {
  const remembered = await rig.remembered();
  const found = round.said.flatMap((said) => {
    const times = timesDone(said, rig, remembered);
    const what = `${said.tool} ${JSON.stringify(said.given)}`;
    return [...ofEffect(said, times), ...records.flatMap((record) => ofRecord(said, times, record))]
      .filter(({ holds }) => !holds)
      .map(({ otherwise }) => `${what} ${otherwise}`);
  });
  // Only the store knows of approvals. A copy has only the calls.
  const [store] = records;
  const broken = records.filter(({ breaks }) => breaks > 0).map(() => "the chain is broken");
  return [...found, ...broken, ...(store === undefined ? [] : ofApprovals(rig, round, store))];
}

interface Claim {
  readonly holds: boolean;
  readonly otherwise: string;
}

/** Counts the effects of a call: arrivals at its server, or entries in the memory file. */
function timesDone({ given }: Said, rig: FaultRig, remembered: readonly string[]): number {
  const { entry, city } = given;
  if (entry !== undefined) return remembered.filter((line) => line === entry).length;
  return arrivals(rig, city);
}

function arrivals({ arrived }: FaultRig, city: unknown): number {
  return arrived.filter((call) => call.arguments["city"] === city).length;
}

function ofEffect({ outcome }: Said, times: number): readonly Claim[] {
  return [
    { holds: times <= 1, otherwise: "was done twice" },
    { holds: outcome.refused !== undefined || times > 0, otherwise: "was reported and not done" },
  ];
}

function ofRecord({ given, outcome }: Said, times: number, record: Record): readonly Claim[] {
  return [
    { holds: times === 0 || record.hasIntent(given), otherwise: "was done without a record" },
    {
      holds: outcome.refused !== undefined || record.wasAnswered(given),
      otherwise: "was reported without a record",
    },
  ];
}

function ofApprovals(rig: FaultRig, { said, approval }: Round, store: Record): readonly string[] {
  const used = said.find(({ given }) => given["city"] === approval.city);
  const unrecorded = store.usedUp.filter((id) => !store.wasConsumed(id));
  const found = unrecorded.map((id) => `the approval ${id} was used up without a record`);
  if (used === undefined || arrivals(rig, approval.city) === 0) return found;
  return store.wasConsumed(approval.id)
    ? found
    : [...found, `the approval ${approval.id} was not used up and ran`];
}
