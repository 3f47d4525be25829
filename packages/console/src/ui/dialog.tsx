import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../words.ts";
import { Icon } from "./icons.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser keeps the focus inside, and gives it back at the end. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const closeOutside = (event: MouseEvent): void => {
    if (event.target === dialog.current) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} onClick={closeOutside}>
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <form method="dialog">
            <button class="quiet" aria-label={words.close}>
              <Icon name="cross" />
            </button>
          </form>
        </header>
        {children}
      </div>
    </dialog>
  );
}

export interface ConfirmProps {
  readonly title: string;
  readonly sentence: ComponentChildren;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a step that cannot be taken back. */
export function Confirm(props: ConfirmProps): JSX.Element {
  const { title, sentence, action, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{sentence}</p>
      <form method="dialog" class="buttons">
        <button class="danger" onClick={onConfirm}>
          {action}
        </button>
        <button>{words.cancel}</button>
      </form>
    </Dialog>
  );
}
