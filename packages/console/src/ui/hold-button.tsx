import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Clock } from "../clock.ts";

export interface HoldButtonProps {
  readonly clock: Clock;
  readonly label: string;
  /** The id of the element that explains the button. */
  readonly describedBy: string;
  readonly disabled: boolean;
  readonly onHeld: () => void;
}

const heldMs = 1_000;

/** A button that acts after it was held for a second, by pointer or by key. */
export function HoldButton(props: HoldButtonProps): JSX.Element {
  const { clock, label, describedBy, disabled, onHeld } = props;
  const isHeld = useSignal(false);
  const cancel = useRef<() => void>(() => undefined);

  const begin = (): void => {
    if (disabled || isHeld.value) return;
    isHeld.value = true;
    cancel.current = clock.after(heldMs, () => {
      isHeld.value = false;
      onHeld();
    });
  };
  const end = (): void => {
    isHeld.value = false;
    cancel.current();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) begin();
  };
  return (
    <button
      type="button"
      class={isHeld.value ? "primary hold holding" : "primary hold"}
      aria-describedby={describedBy}
      disabled={disabled}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
      onKeyUp={end}
      onBlur={end}
    >
      <span>{label}</span>
    </button>
  );
}
