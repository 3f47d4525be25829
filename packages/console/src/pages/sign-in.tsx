import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Login } from "../api/login.ts";
import type { Session, SessionState } from "../api/session.ts";
import { Command } from "../ui/command.tsx";
import { Foreign } from "../ui/foreign.tsx";
import { Problem } from "../ui/problem.tsx";
import { words } from "../words.ts";

export interface SignInProps {
  readonly session: Session;
  readonly login: Login;
}

/**
 * Leads to the issuer, or takes a key. A code comes in the address and needs no form.
 */
export function SignIn({ session, login }: SignInProps): JSX.Element {
  const state = session.state.value;
  const isOut = state.kind === "out";
  useEffect(() => {
    if (isOut) void login.ask();
  }, [isOut, login]);
  useEffect(() => {
    document.title = `${words.signIn.title} · ${words.product}`;
  }, []);
  if (state.kind === "starting") {
    return (
      <main class="plain" aria-busy="true">
        <h1>{words.product}</h1>
        <p>{words.signIn.starting}</p>
      </main>
    );
  }
  return (
    <main class="plain sign-in">
      <h1>
        <span class="mark" aria-hidden="true" />
        {words.product}
      </h1>
      <Reason state={state} />
      <IssuerButton login={login} />
      <section class="card">
        <p>{words.signIn.code}</p>
        <Command line={words.signIn.codeCommand} />
      </section>
      <p class="or">{words.signIn.or}</p>
      <KeyForm session={session} />
    </main>
  );
}

/** Nothing where the gateway has no issuer. */
function IssuerButton({ login }: Pick<SignInProps, "login">): JSX.Element | null {
  const host = login.host.value;
  if (host === undefined) return null;
  return (
    <>
      <button type="button" class="primary issuer" onClick={login.begin}>
        {words.signIn.at} <Foreign text={host} />
      </button>
      <p class="or">{words.signIn.or}</p>
    </>
  );
}

function Reason({ state }: { readonly state: SessionState }): JSX.Element | null {
  if (state.kind !== "out") return null;
  if (state.failure !== undefined) return <Problem failure={state.failure} />;
  if (state.because === undefined) return null;
  return <p role="status">{words.signIn[state.because]}</p>;
}

function KeyForm({ session }: { readonly session: Session }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? "";
    if (key === "") return;
    if (field.current !== null) field.current.value = "";
    void session.signIn({ key });
  };
  return (
    <form class="card" onSubmit={submit}>
      <label for="key">{words.signIn.key}</label>
      <input
        id="key"
        ref={field}
        type="password"
        autoComplete="off"
        spellcheck={false}
        required
        aria-describedby="key-hint"
      />
      <p id="key-hint" class="muted">
        {words.signIn.keyHint}
      </p>
      <button class="primary">{words.signIn.submit}</button>
    </form>
  );
}
