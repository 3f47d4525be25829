import type { JSX } from "preact";
import { Dialog } from "../ui/dialog.tsx";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";

export function Help({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { letters } = useWorkspace().preferences;
  const change = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    letters.value = currentTarget.checked;
  };
  return (
    <Dialog title={words.help.title} onClose={onClose}>
      <dl class="keys">
        {words.help.rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={letters.value} onChange={change} />
        {words.help.letters}
      </label>
    </Dialog>
  );
}
