import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Choices } from "../../ui/choices.tsx";
import { Command, SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { words as common } from "../../words.ts";
import type { PageProps } from "../section.ts";
import { type ClientSetup, type Endpoint, type EndpointsShape, endpointsAnswer } from "./shapes.ts";
import { Tabs } from "./tabs.tsx";
import { settingsWords } from "./words.ts";
import "./settings.css";

const words = settingsWords.connecting;

/** How a client is connected to one path of the gateway. */
export function ConnectPage({ query }: PageProps): JSX.Element {
  const loader = useAnswer("endpoints", endpointsAnswer, {
    isAbout: (topic) => topic === "tools",
  });
  const { value } = loader.loaded.value;
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{settingsWords.title}</h1>
      </header>
      <Tabs current="connect" />
      <p>{words.explained}</p>
      <Failure loader={loader} />
      {value !== undefined && <Connecting answer={value} query={query} />}
      <SameInTerminal line="npx toolcourt connect --help" />
    </>
  );
}

interface ConnectingProps {
  readonly answer: EndpointsShape;
  readonly query: URLSearchParams;
}

function Connecting({ answer, query }: ConnectingProps): JSX.Element | null {
  const { endpoints, asksForKey } = answer;
  const current = endpoints.find(({ path }) => path === query.get("at")) ?? endpoints[0];
  if (current === undefined) return null;
  return (
    <>
      {endpoints.length > 1 && (
        <Choices
          label={words.endpoint}
          current={current.path}
          choices={endpoints.map(({ name, path }) => ({
            value: path,
            title: name === null ? `${path} (${words.whole})` : path,
            path: `/settings/connect?at=${encodeURIComponent(path)}`,
          }))}
        />
      )}
      <EndpointFacts endpoint={current} />
      {asksForKey && (
        <p class="note">
          <Icon name="lock" />
          <span>{words.key}</span>
        </p>
      )}
      <section class="setups" aria-label={words.clients}>
        {current.clients.map((setup) => (
          <Setup key={`${current.path} ${setup.client}`} setup={setup} />
        ))}
      </section>
    </>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element {
  const { url, discovery, prefix, tools } = endpoint;
  const { callable, held, names } = tools;
  return (
    <section class="card facts">
      <dl>
        <div>
          <dt>{words.tools}</dt>
          <dd>{words.toolsOf(callable, held)}</dd>
        </div>
        <div>
          <dt>{words.discovery}</dt>
          <dd>{words[discovery]}</dd>
        </div>
        {prefix !== "" && (
          <div>
            <dt>{words.prefix}</dt>
            <dd>
              <Foreign text={prefix} />
            </dd>
          </div>
        )}
        <div>
          <dt>{words.address}</dt>
          <dd class="code">
            <Command line={url} />
          </dd>
        </div>
      </dl>
      {names.length > 0 && (
        <details>
          <summary>{words.names(names.length, callable)}</summary>
          <ul class="names">
            {names.map((name) => (
              <li key={name} class="code">
                <Foreign text={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Setup({ setup }: { readonly setup: ClientSetup }): JSX.Element {
  const { title, command, entry } = setup;
  return (
    <details class="card setup">
      <summary data-row>{title}</summary>
      {entry === null && <p>{words.starts}</p>}
      <p>
        {words.byCommand} <Command line={command} />
      </p>
      {entry !== null && (
        <>
          <div class="card-head">
            <p>
              {words.byHand} <code>{entry.file}</code>
            </p>
            <CopyEntry title={title} text={entry.text} />
          </div>
          <pre>
            <Foreign text={entry.text} lines />
          </pre>
        </>
      )}
    </details>
  );
}

function CopyEntry({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string;
}): JSX.Element {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  return (
    <button
      type="button"
      class="quiet"
      aria-label={words.copyEntry(title)}
      onClick={() => void copy()}
    >
      <Icon name={isCopied.value ? "check" : "copy"} />
      {isCopied.value ? common.copied : common.copy}
    </button>
  );
}
