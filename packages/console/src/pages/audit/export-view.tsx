import type { JSX, TargetedSubmitEvent } from "preact";
import { DownloadState } from "../../ui/download-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { useDownload } from "../../ui/use-download.ts";
import { useWorkspace } from "../../workspace.ts";
import { auditWords as words } from "./words.ts";

const number = "[1-9][0-9]{0,14}";

/** Saves the log, or some of its rows, as the command does. */
export function ExportView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const { me, router } = useWorkspace();
  const download = useDownload();
  if (me.principal.tenant !== undefined) {
    return (
      <p class="note">
        <Icon name="lock" />
        {words.exportTenant}
      </p>
    );
  }
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = wantedIn(new FormData(event.currentTarget));
    router.go(`/audit?view=export&${wanted.toString()}`);
    const name = nameOf(wanted);
    const path = `audit/export?${wanted.toString()}`;
    download.start({ path, name, type: "application/x-ndjson" });
  };
  return (
    <form class="card export-rows" onSubmit={submit}>
      <p class="muted">{words.exportHint}</p>
      <div class="filters">
        <Field name="from" label={words.from} value={query.get("from")} example="1" />
        <Field name="to" label={words.to} value={query.get("to")} example={words.toLast} />
        <label>
          <span>{words.format}</span>
          <select name="format" defaultValue={query.get("format") ?? "rows"}>
            <option value="rows">{words.rows}</option>
            <option value="ocsf">{words.ocsf}</option>
          </select>
        </label>
        <button class="primary" disabled={download.state.value.kind === "running"}>
          <Icon name="download" />
          {words.save}
        </button>
      </div>
      <DownloadState download={download} />
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly example: string;
}

function Field({ name, label, value, example }: FieldProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <input
        name={name}
        inputMode="numeric"
        pattern={number}
        title={words.rowInvalid}
        autoComplete="off"
        defaultValue={value ?? ""}
        placeholder={example}
      />
    </label>
  );
}

/** Leaves out what is empty: the gateway has defaults. */
function wantedIn(fields: FormData): URLSearchParams {
  return new URLSearchParams(
    ["from", "to", "format"].flatMap((key) => {
      const value = fields.get(key);
      return typeof value === "string" && value !== "" ? [[key, value]] : [];
    }),
  );
}

function nameOf(wanted: URLSearchParams): string {
  const [from, to] = [wanted.get("from") ?? "1", wanted.get("to")];
  const form = wanted.get("format") === "ocsf" ? "-ocsf" : "";
  const part = from === "1" && to === null ? "" : `-${from}-${to ?? "end"}`;
  return `toolcourt-audit${form}${part}.jsonl`;
}
