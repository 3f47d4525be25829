import type { JSX } from "preact";
import "./try.css";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { EffectTag } from "../../ui/tags.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import type { PageProps } from "../section.ts";
import { Refusal } from "./refusal.tsx";
import { type ToolForm, toolForm } from "./shapes.ts";
import { Trying } from "./trying.tsx";
import { words } from "./words.ts";

/** One tool with a form for its arguments, what would become of a call, and the call itself. */
export function TryPage({ parts: [server = "", name = ""], query }: PageProps): JSX.Element {
  const path = [server, name].map(encodeURIComponent).join("/");
  const loader = useAnswer(`tools/${path}/form`, toolForm, {
    isAbout: (topic) => topic === "tools",
  });
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href(`/tools/${path}`)}>
        <Icon name="left" />
        {words.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>
          {words.title}
          {value !== undefined && (
            <>
              {" "}
              <Foreign text={value.tool} />
            </>
          )}
        </h1>
        {value !== undefined && <Tags tool={value} />}
      </header>
      <Failure loader={loader} />
      {value !== undefined && (
        <Loaded tool={value} path={path} isJson={query.get("as") === "json"} />
      )}
      {value !== undefined && <SameInTerminal line={commandFor(value)} />}
    </>
  );
}

function Tags({ tool: { effect, approval } }: { readonly tool: ToolForm }): JSX.Element {
  return (
    <>
      <EffectTag effect={effect} />
      {approval !== null && (
        <span class="tag tag-warn">
          <Icon name="approvals" />
          {words.approval[approval]}
        </span>
      )}
    </>
  );
}

/** A name that a shell reads as one word. Others are left to the reader. */
const plainName = /^[\w./-]+$/;

/** Never with the arguments: some are sensitive, and a shell keeps what is typed. */
function commandFor({ tool }: ToolForm): string {
  const name = plainName.test(tool) && !tool.startsWith("-") ? tool : "<tool>";
  return `npx toolcourt call ${name} --args @arguments.json --dry-run`;
}

interface LoadedProps {
  readonly tool: ToolForm;
  /** The server and the name, as the address has them. */
  readonly path: string;
  readonly isJson: boolean;
}

function Loaded({ tool, path, isJson }: LoadedProps): JSX.Element {
  const { description, refusal } = tool;
  const page = `/tools/${path}/try`;
  return (
    <>
      {description !== "" && (
        <p class="try-says">
          <Foreign text={description} lines />
        </p>
      )}
      {refusal === null ? (
        <Trying tool={tool} path={path} page={page} isJson={isJson} />
      ) : (
        <section class="card">
          <Refusal refusal={refusal} />
        </section>
      )}
    </>
  );
}
