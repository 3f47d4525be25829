import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type Acceptance,
  acceptStore,
} from "@toolcourt/gateway/internal/governance/audit/accept-store";
import { noteOf } from "@toolcourt/gateway/internal/governance/audit/call-entries";
import { momentOf } from "@toolcourt/gateway/internal/governance/audit/call-trail";
import { shownText } from "@toolcourt/gateway/internal/governance/audit/shown-text";
import { endText, troubleText } from "@toolcourt/gateway/internal/governance/audit/trouble";
import { type ExitCode, usage } from "../../command.ts";
import type { ClosedAuditInput } from "./input.ts";

/** Goes on with a store that lacks signed rows, and records the reason. */
export async function accept({ values, open, context }: ClosedAuditInput): Promise<ExitCode> {
  const { clock, terminal } = context;
  const reason = values.reason?.trim() ?? "";
  if (reason === "") throw usage('Say why the store lacks rows: --reason "<why>".');
  await using opened = await open();
  const { store, operator, edgeFileOf } = opened;
  const signer = await opened.signer();
  const result: Acceptance =
    edgeFileOf === undefined
      ? { kind: "unneeded" }
      : await acceptStore({
          store,
          signer,
          clock,
          edgeFile: edgeFileOf(signer),
          entryOf: (gap) => {
            const about = { operator, reason: shownText(reason), ...rowsOf(gap) };
            return noteOf({ kind: "audit.accepted", moment: momentOf(clock), about });
          },
        });
  terminal.out(values.json ? printableJson(shown(result)) : acceptanceText(result));
  return result.kind === "impossible" ? 1 : 0;
}

type Gap = Omit<Extract<Acceptance, { readonly kind: "accepted" }>, "kind">;

function rowsOf({ expected, found }: Gap) {
  return {
    expected: { row: expected.sequence, hash: expected.hash ?? null },
    found: { row: found.sequence, hash: found.hash ?? null },
  };
}

function shown(result: Acceptance) {
  if (result.kind === "unneeded") return { kind: result.kind };
  if (result.kind === "accepted") return { kind: result.kind, ...rowsOf(result) };
  return { kind: result.kind, problem: troubleText(result.trouble) };
}

function acceptanceText(result: Acceptance): string {
  if (result.kind === "unneeded") {
    return "The store has every signed row. There is nothing to accept.";
  }
  if (result.kind === "impossible") {
    return `The store cannot be accepted: ${troubleText(result.trouble)}`;
  }
  const { expected, found } = result;
  return `Expected: ${endText(expected)}. Found: ${endText(found)}.\nThe reason is recorded and the log is signed from here. Start the gateway.`;
}
