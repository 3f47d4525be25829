import type { JsonValue } from "@toolcourt/sdk";
import type { Logger } from "../../telemetry/events.ts";
import { buildSnapshot } from "../snapshot.ts";
import type { ServerPolicy } from "../tool-config.ts";
import { admitServer } from "./admit-server.ts";
import {
  type Admission,
  type AdmissionInput,
  remember,
  type Toolbox,
  withoutTaken,
} from "./admit-tools.ts";
import { arrange } from "./arrange.ts";
import type { Candidate } from "./candidate.ts";
import { leftOutBy } from "./leave-out.ts";
import { namingBy, rememberOwners } from "./owners.ts";
import type { AdmittedServer } from "./server-admission.ts";

/** The current tool list of a server. */
export interface Change {
  readonly server: string;
  readonly tools: readonly JsonValue[];
}

export interface Readmission extends Pick<AdmissionInput, "toolbox" | "judge" | "now"> {
  readonly log: Logger["log"];
  /** Logs what the summary of a server that joins late tells. */
  readonly logDetail: Logger["log"];
}

/**
 * Readmits one server while the gateway runs. The other servers stay as they are. The rules of the
 * start hold for a server that joins late. If it breaks one, it is left out.
 */
export async function readmit(
  change: Change,
  admission: Admission,
  readmission: Readmission,
): Promise<Admission> {
  const { server } = change;
  if (admission.leftOut.has(server)) return admission;
  if (admission.byServer.has(server)) return replaced(change, admission, readmission);
  // Events of a server that is left out are not logged.
  const events: (() => void)[] = [];
  const later =
    (log: Logger["log"]): Logger["log"] =>
    (name, fields) =>
      void events.push(() => log(name, fields));
  const log = later(readmission.log);
  const logDetail = later(readmission.logDetail);
  try {
    const joined = await replaced(change, admission, { ...readmission, log, logDetail });
    for (const write of events) write();
    return joined;
  } catch (error) {
    const why = leftOutBy(error);
    readmission.log("server.left-out", { server, because: why.because });
    return { ...admission, leftOut: new Map(admission.leftOut).set(server, why) };
  }
}

async function replaced(
  change: Change,
  admission: Admission,
  readmission: Readmission,
): Promise<Admission> {
  const { server } = change;
  const { toolbox, log } = readmission;
  const isNewcomer = !admission.byServer.has(server);
  const admitted = await admitAgain(change, admission, readmission);
  if (!isNewcomer) reportVanished(server, admitted, { admission, log });

  const byServer = new Map(admission.byServer).set(server, admitted.candidates);
  const candidates = inOrder(admission.local, byServer, toolbox);
  const naming = namingBy(toolbox);
  const arranged = arrange(candidates, {
    ...toolbox,
    ...naming,
    owners: admission.owners,
    running: { newcomer: isNewcomer ? server : undefined },
    log,
  });
  const { placed, taken } = arranged;
  const owners = new Map([...admission.owners, ...arranged.owners]);
  const toLock = withoutTaken(admitted.toLock, admitted.candidates, taken);
  return {
    ...admission,
    byServer,
    quarantine: new Map(admission.quarantine).set(server, admitted.quarantined),
    lock: toolbox.frozen
      ? admission.lock
      : rememberOwners(remember(admission.lock, server, toLock), { owners, candidates }, naming),
    owners,
    taken,
    snapshot: buildSnapshot(admission.snapshot.version + 1, placed.values()),
  };
}

function admitAgain(
  { server, tools }: Change,
  { byServer, lock, quarantine }: Admission,
  { toolbox, judge, now, log, logDetail }: Readmission,
): Promise<AdmittedServer> {
  const before = byServer.get(server);
  return admitServer(
    { policy: configured(server, toolbox), tools },
    {
      ...toolbox,
      judge,
      log,
      logTool: before === undefined ? logDetail : log,
      now,
      occasion: before === undefined ? "late" : "again",
      locked: lock.servers.get(server),
      quarantined: quarantine.get(server) ?? new Map(),
      before: new Map(before?.map((candidate) => [candidate.contract.name, candidate])),
    },
  );
}

function configured(server: string, { servers }: Toolbox): ServerPolicy {
  const policy = servers.find(({ name }) => name === server);
  if (policy === undefined) throw new TypeError("A server that is not configured has no tools.");
  return policy;
}

function reportVanished(
  server: string,
  { returned }: AdmittedServer,
  { admission, log }: { readonly admission: Admission; readonly log: Logger["log"] },
): void {
  for (const { contract } of admission.byServer.get(server) ?? []) {
    if (!returned.has(contract.name)) log("tool.removed", { tool: contract.name, server });
  }
}

function inOrder(
  local: readonly Candidate[],
  byServer: ReadonlyMap<string, readonly Candidate[]>,
  { servers }: Toolbox,
): readonly Candidate[] {
  return [...local, ...servers.flatMap(({ name }) => byServer.get(name) ?? [])];
}
