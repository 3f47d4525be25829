import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { Run, RunState, Step, StepState } from "./shapes.ts";
import { runsWords as words } from "./words.ts";

type Tone = "plain" | "good" | "warn" | "bad";

const runs: Record<RunState, readonly [IconName, Tone]> = {
  running: ["play", "plain"],
  waits: ["clock", "warn"],
  stopped: ["warn", "bad"],
  done: ["check", "good"],
};

export const stepTones: Record<StepState, readonly [IconName, Tone]> = {
  open: ["dot", "plain"],
  done: ["check", "good"],
  waits: ["clock", "warn"],
  refused: ["cross", "bad"],
  failed: ["warn", "bad"],
  unknown: ["warn", "bad"],
  broken: ["warn", "bad"],
};

/** The state of a run, with the code of why it stopped. */
export function RunTag({
  run: { state, code },
}: {
  readonly run: Pick<Run, "state" | "code">;
}): JSX.Element {
  const [icon, tone] = runs[state];
  return (
    <>
      <span class={`tag tag-${tone}`} title={state === "running" ? words.runningHint : undefined}>
        <Icon name={icon} />
        {words.kinds[state]}
      </span>
      {code !== null && (
        <>
          {" "}
          <code>
            <Foreign text={code} />
          </code>
        </>
      )}
    </>
  );
}

export function StepTag({
  step: { state, code },
}: {
  readonly step: Pick<Step, "state" | "code">;
}): JSX.Element {
  const [icon, tone] = stepTones[state];
  return (
    <>
      <span class={`tag tag-${tone}`}>
        <Icon name={icon} />
        {words.stepStates[state]}
      </span>
      {code !== null && (
        <>
          {" "}
          <code>
            <Foreign text={code} />
          </code>
        </>
      )}
    </>
  );
}
