import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import { Command } from "../../ui/command.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { DigestForm } from "../../ui/digest-form.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { type Drift, decided as readDecided } from "./drift-shapes.ts";
import { driftTexts } from "./drift-words.ts";

interface AdmissionProps {
  /** The server and the tool, as a part of an address. */
  readonly path: string;
  readonly drift: Drift;
  readonly onDecided: () => void;
}

type Step = "admit" | "withdraw";

/** Admits exactly the contract that is shown, or takes that back. */
export function Admission({ path, drift, onDecided }: AdmissionProps): JSX.Element | null {
  const { api, may, announcement } = useWorkspace();
  const heading = useRef<HTMLHeadingElement>(null);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);
  const decide = async (step: Step, note: string): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      const body = { digest: drift.digest, note };
      await api.post(`admissions/${path}/${step}`, body, { read: readDecided });
      announcement.value = driftTexts[step === "admit" ? "admitted" : "withdrawn"];
      // The button that had the focus is gone.
      heading.current?.focus();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
      onDecided();
    }
  };
  const isAdmitted = drift.decision?.state === "admitted" && drift.decision.digest === drift.digest;
  if (!drift.isAdmissible && !isAdmitted && drift.state !== "held") return null;
  return (
    <section class="card decision" aria-busy={isBusy.value}>
      <h2 ref={heading} tabIndex={-1}>
        {driftTexts.decide}
      </h2>
      <Standing drift={drift} isAdmitted={isAdmitted} />
      {failure.value !== undefined && <Problem failure={failure.value} />}
      {may("admissions:decide") ? (
        <Steps {...{ drift, isAdmitted, isBusy: isBusy.value, decide }} />
      ) : (
        <p class="note">
          <Icon name="lock" />
          {driftTexts.cannot}
        </p>
      )}
    </section>
  );
}

interface StandingProps {
  readonly drift: Drift;
  readonly isAdmitted: boolean;
}

/** What was decided last. */
function Standing({ drift: { decision, isAdmissible }, isAdmitted }: StandingProps): JSX.Element {
  return (
    <>
      {decision !== null && (
        <p>
          <Foreign
            text={
              isAdmitted
                ? driftTexts.admittedBy(decision.by)
                : driftTexts.decidedBy(decision.by, decision.state)
            }
          />{" "}
          {decision.note !== "" && <Foreign text={`“${decision.note}”`} />}
        </p>
      )}
      {isAdmitted && (
        <p>
          {driftTexts.admitted} {driftTexts.lockToo} <Command line={driftTexts.addedCommand} />
        </p>
      )}
      {!isAdmissible && !isAdmitted && <p class="muted">{driftTexts.notHere}</p>}
    </>
  );
}

interface StepsProps extends StandingProps {
  readonly isBusy: boolean;
  readonly decide: (step: Step, note: string) => Promise<void>;
}

function Steps(props: StepsProps): JSX.Element | null {
  if (props.isAdmitted) return <Withdrawing {...props} />;
  return props.drift.isAdmissible ? <Admitting {...props} /> : null;
}

function Withdrawing({ isBusy, decide }: StepsProps): JSX.Element {
  const isAsked = useSignal(false);
  return (
    <div class="buttons">
      <button type="button" class="danger" disabled={isBusy} onClick={() => (isAsked.value = true)}>
        {driftTexts.withdraw}
      </button>
      {isAsked.value && (
        <Confirm
          title={driftTexts.withdrawTitle}
          sentence={driftTexts.withdrawText}
          action={driftTexts.withdraw}
          onConfirm={() => void decide("withdraw", "")}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </div>
  );
}

function Admitting({ drift, isBusy, decide }: StepsProps): JSX.Element {
  const note = useSignal("");
  return (
    <DigestForm
      key={drift.digest}
      digest={drift.digest.replace(/^\w+:/, "")}
      label={driftTexts.type}
      hint={driftTexts.typeHint}
      onSubmit={() => void decide("admit", note.value.trim())}
      buttons={(isRight) => (
        <button class="primary" disabled={!isRight || isBusy}>
          {driftTexts.admit}
        </button>
      )}
    >
      <label class="reason">
        {driftTexts.note}
        <input
          maxLength={1_000}
          autoComplete="off"
          onInput={({ currentTarget }) => (note.value = currentTarget.value)}
        />
      </label>
    </DigestForm>
  );
}
