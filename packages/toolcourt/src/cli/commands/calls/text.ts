import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ShownCall } from "@toolcourt/gateway/internal/governance/calls/call-desk";
import {
  type CallMoment,
  explanationOf,
  momentsOf,
  resultOf,
  shownJson,
} from "@toolcourt/gateway/internal/governance/calls/call-json";
import type { IndexedCall } from "@toolcourt/gateway/internal/stores/call-store";
import { own } from "@toolcourt/sdk";
import { timeText } from "../../style.ts";

export function lineOf(call: IndexedCall): string {
  const { callId, tool, at } = call;
  return `${printable(callId)}  ${printable(tool)}  ${outcomeOf(call)}  ${timeText(at)}`;
}

function outcomeOf({ status, code, ms }: IndexedCall): string {
  const why = code === "" || code === status ? "" : ` ${printable(code)}`;
  return `${status}${why}${ms === null ? "" : ` ${ms} ms`}`;
}

const moments: Readonly<Record<CallMoment["name"], string>> = {
  requested: "approval requested",
  decided: "approval decided",
  opened: "call began",
  closed: "call ended",
};

export function shownText(shown: ShownCall): string {
  const { call, approval, rows } = shown;
  const { server } = call;
  return [
    `Call:      ${printable(call.callId)}`,
    `Tool:      ${printable(call.tool)}${server === "" ? "" : `, server ${printable(server)}`}`,
    `Caller:    ${callerOf(shown)}`,
    `Outcome:   ${outcomeOf(call)}`,
    ...explainedLines(call),
    ...(approval === undefined ? [] : [`Approval:  ${printable(approval.id)}, ${approval.state}`]),
    ...resultLines(shown),
    ...momentsOf(shown).map(({ name, at }) => `Time:      ${timeText(at)}, ${moments[name]}`),
    ...rows.map(({ sequence, hash }) => `Row:       ${sequence}, hash ${hash}`),
    "Entries of the audit log:",
    printableJson(own(shownJson(shown), "entries") ?? [], 2),
  ].join("\n");
}

function callerOf({ person, call: { subject, tenant } }: ShownCall): string {
  const who = person === undefined ? subject : `${person}, in the log ${subject}`;
  return printable(tenant === "" ? who : `${who}, tenant ${tenant}`);
}

function explainedLines({ code }: IndexedCall): readonly string[] {
  const explained = explanationOf(code);
  return explained === undefined
    ? []
    : [`Means:     ${explained.meaning}`, `Do:        ${explained.remedy}`];
}

function resultLines(shown: ShownCall): readonly string[] {
  const result = resultOf(shown);
  if (result === undefined) return [];
  const kept = shown.isResultKept ? ", kept" : "";
  return [`Result:    ${printable(result.digest)}, ${result.bytes} bytes${kept}`];
}
