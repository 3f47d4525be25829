import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Command } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { useVerification, type Verifying } from "./use-verification.ts";
import { auditWords as words } from "./words.ts";

export interface VerificationProps {
  /** The gateway signs the log before it verifies, so its state is another one then. */
  readonly onVerified: () => void;
}

/** Verifies the log in the gateway, and says what that does not prove. */
export function Verification({ onVerified }: VerificationProps): JSX.Element {
  const { may } = useWorkspace();
  const { state, start, cancel } = useVerification(onVerified);
  const now = state.value;
  const isRunning = now.kind === "progress";
  return (
    <section class="card verification">
      <h2>{words.verify}</h2>
      <p class="muted">{words.verifyHint}</p>
      {may("audit:verify") ? (
        <div class="buttons">
          <button type="button" class="primary" disabled={isRunning} onClick={start}>
            {now.kind === "idle" ? words.verifyStart : words.verifyAgain}
          </button>
          {isRunning && (
            <button type="button" onClick={cancel}>
              {words.verifyCancel}
            </button>
          )}
        </div>
      ) : (
        <p class="note">
          <Icon name="lock" />
          {words.verifyLacks}
        </p>
      )}
      <Progress state={now} />
      <div role="status">
        <Verdict state={now} />
      </div>
      <p class="muted">{words.notProven}</p>
      <Command line={words.keyCommand} />
      <Command line={words.exportCommand} />
      <Command line={words.verifyCommand} />
    </section>
  );
}

function Progress({ state }: { readonly state: Verifying }): JSX.Element | null {
  if (state.kind !== "progress") return null;
  const { rows, of } = state;
  return (
    <div class="verify-progress">
      <progress aria-label={words.progress} value={rows} max={Math.max(of, 1)} />
      <span>{words.verifying(rows, of)}</span>
    </div>
  );
}

function Verdict({ state }: { readonly state: Verifying }): JSX.Element | null {
  switch (state.kind) {
    case "sound":
      return <Sound rows={state.rows} signed={state.signed} />;
    case "broken":
      return <Broken row={state.row} problem={state.problem} />;
    case "failed":
      return <Problem failure={state.failure} />;
    case "cancelled":
    case "cut":
      return <p class="note">{words[state.kind]}</p>;
    case "idle":
    case "progress":
    default:
      return null;
  }
}

interface SoundProps {
  readonly rows: number;
  readonly signed: number;
}

function Sound({ rows, signed }: SoundProps): JSX.Element {
  return (
    <p class="verdict-good">
      <Icon name="check" />
      <strong>{words.sound(rows)}</strong> {signed > 0 && words.signed(signed)}{" "}
      {signed < rows && words.notSigned(rows - signed)}
    </p>
  );
}

interface BrokenProps {
  readonly row: number | undefined;
  readonly problem: string;
}

function Broken({ row, problem }: BrokenProps): JSX.Element {
  return (
    <div class="problem" role="alert">
      <p>
        <Icon name="warn" />
        <strong>{row === undefined ? words.broken : words.brokenAt(row)}</strong>{" "}
        <Foreign text={problem} />
      </p>
      {row !== undefined && <a href={href(`/audit?row=${row}`)}>{words.showRow}</a>}
    </div>
  );
}
