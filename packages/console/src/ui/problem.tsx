import type { JSX } from "preact";
import type { ApiFailure } from "../api/failure.ts";
import type { Loader } from "../api/loaded.ts";
import { words } from "../words.ts";
import { Command, NextStep } from "./command.tsx";
import { Foreign } from "./foreign.tsx";
import { Icon } from "./icons.tsx";

export interface ProblemProps {
  readonly failure: ApiFailure;
  /** Default: no button. */
  readonly onRetry?: (() => void) | undefined;
}

/** Shows a failure: its sentence, its code and the next command. */
export function Problem({ failure, onRetry }: ProblemProps): JSX.Element {
  const { message, code, next } = failure;
  return (
    <div class="problem" role="alert">
      <p>
        <Icon name="warn" />
        <strong>
          <Foreign text={message} />
        </strong>{" "}
        <code>
          <Foreign text={code} />
        </code>
      </p>
      {next !== undefined && <NextStep command={next} />}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** Shows that an answer is on its way, or that the last one failed. */
export function Failure<Value>({ loader }: { readonly loader: Loader<Value> }): JSX.Element | null {
  const { value, failure } = loader.loaded.value;
  if (failure !== undefined) return <Problem failure={failure} onRetry={loader.reload} />;
  return value === undefined ? <p>{words.loading}</p> : null;
}

export interface EmptyProps {
  readonly sentence: string;
  /** Default: no command. */
  readonly command?: string;
  /** Introduces the command. */
  readonly hint?: string;
}

/** Shows that there is nothing, and the next step. */
export function Empty({ sentence, hint, command }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <p>{sentence}</p>
      {hint !== undefined && <p>{hint}</p>}
      {command !== undefined && <Command line={command} />}
    </div>
  );
}
