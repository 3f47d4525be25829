import type { JSX } from "preact";
import { schemes } from "../preferences.ts";
import { href } from "../router.ts";
import { Foreign } from "../ui/foreign.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { minuteText } from "../ui/time.tsx";
import { words } from "../words.ts";
import { useWorkspace } from "../workspace.ts";

/** The line at the top of each page. */
export function Bar(): JSX.Element {
  const { dialog } = useWorkspace();
  return (
    <header class="bar">
      <a class="home" href={href("/")}>
        <span class="mark" aria-hidden="true" />
        {words.product}
      </a>
      <LiveDot />
      <span class="stretch" />
      <button type="button" class="palette-button" onClick={() => (dialog.value = "palette")}>
        <Icon name="search" />
        <span>{words.palette.title}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <SchemeSwitch />
      <button
        type="button"
        class="quiet"
        title={words.help.title}
        onClick={() => (dialog.value = "help")}
      >
        <Icon name="keys" />
        <span class="unseen">{words.help.title}</span>
      </button>
      <User />
    </header>
  );
}

const liveIcons = { connected: "live", behind: "behind", off: "off" } as const;

function LiveDot(): JSX.Element {
  const state = useWorkspace().stream.state.value;
  return (
    <span class={`live live-${state}`} role="status" title={words.live.explained[state]}>
      <Icon name={liveIcons[state]} />
      {words.live[state]}
    </span>
  );
}

const schemeIcons: Record<(typeof schemes)[number], IconName> = {
  auto: "auto",
  light: "sun",
  dark: "moon",
};

function SchemeSwitch(): JSX.Element {
  const { scheme } = useWorkspace().preferences;
  const next = schemes[(schemes.indexOf(scheme.value) + 1) % schemes.length] ?? "auto";
  const label = `${words.scheme.label}: ${words.scheme[scheme.value]}`;
  return (
    <button type="button" class="quiet" title={label} onClick={() => (scheme.value = next)}>
      <Icon name={schemeIcons[scheme.value]} />
      <span class="unseen">{label}</span>
    </button>
  );
}

function User(): JSX.Element {
  const { me, session } = useWorkspace();
  const { id, tenant } = me.principal;
  const endsAt = me.console?.expiresAt;
  const until = endsAt === undefined ? undefined : words.user.until(minuteText(endsAt));
  return (
    <>
      <span class="user" title={until}>
        <Foreign text={id} />
        {tenant !== undefined && (
          <span class="muted">
            {" "}
            <Foreign text={words.user.of(tenant)} />
          </span>
        )}
      </span>
      <button
        type="button"
        class="quiet"
        title={words.user.signOut}
        onClick={() => void session.signOut()}
      >
        <Icon name="leave" />
        <span class="unseen">{words.user.signOut}</span>
      </button>
    </>
  );
}
