import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { momentOf } from "@toolcourt/gateway/internal/governance/audit/call-trail";
import {
  lostEntry,
  unfinishedCalls,
} from "@toolcourt/gateway/internal/governance/audit/unfinished";
import type { ExitCode } from "../../command.ts";
import { type AuditDesk, noteDown, usage } from "./asked-audit.ts";
import { unfinishedText } from "./text.ts";

// Operator duties: unfinished calls, and erasure requests of persons.

export async function unfinished({ asked, open, context }: AuditDesk): Promise<ExitCode> {
  const { clock, terminal } = context;
  await using opened = await open(asked.config, context);
  const { store, operator, longestCallMs } = opened;
  const about = { operator, action: "unfinished" };
  await noteDown(store, clock, { kind: "audit.read", about });
  const calls = await unfinishedCalls(store, { now: clock.now(), longestCallMs });
  terminal.out(asked.json ? printableJson(calls) : unfinishedText(calls));
  const lost = calls.filter(({ mayStillRun }) => !mayStillRun);
  if (lost.length === 0) return 0;
  if (!asked.close) return 1;
  const moment = momentOf(clock);
  const entries = lost.map((call) => lostEntry(call, { operator, moment }));
  await store.append(entries, "on-disk");
  return 0;
}

export async function erase({ asked, open, context }: AuditDesk): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { what: id, tenant = "", json } = asked;
  if (id === "") throw usage("Name the principal as callers are known to the gateway.");
  await using opened = await open(asked.config, context);
  const { store, subjects, operator } = opened;
  const subject = await subjects?.find({ id, tenant });
  if (subject === undefined) {
    terminal.err("Nothing leads from the log to this principal.");
    return 1;
  }
  const about = { operator, subject: subject.id };
  await noteDown(store, clock, { kind: "subject.erased", about });
  const fields = (await subjects?.erase(subject.id, tenant)) ?? 0;
  terminal.out(
    json
      ? printableJson({ subject: subject.id, fields })
      : `Nothing leads from subject ${subject.id} to a person any more. The log is as it was.`,
  );
  return 0;
}
