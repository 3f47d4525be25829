import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { CallStatus, CallSummary } from "./shapes.ts";
import { texts } from "./words.ts";

const tones: Record<CallStatus, readonly [IconName, "plain" | "good" | "warn" | "bad"]> = {
  started: ["clock", "plain"],
  answered: ["check", "good"],
  failed: ["warn", "bad"],
  asked: ["approvals", "warn"],
  refused: ["cross", "warn"],
  lost: ["warn", "bad"],
};

/** Shows how a call ended, as an icon, a word and its code. */
export function Outcome({
  call: { status, code },
}: {
  readonly call: Pick<CallSummary, "status" | "code">;
}): JSX.Element {
  const [icon, tone] = tones[status];
  return (
    <>
      <span class={`tag tag-${tone}`}>
        <Icon name={icon} />
        {texts.statuses[status]}
      </span>{" "}
      {code !== null && code !== status && (
        <code>
          <Foreign text={code} />
        </code>
      )}
    </>
  );
}
