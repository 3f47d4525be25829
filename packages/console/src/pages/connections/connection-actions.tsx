import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ApiFailure } from "../../api/failure.ts";
import type { Loader } from "../../api/loaded.ts";
import { Command } from "../../ui/command.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { type Connection, connection as readConnection, revoked, tested } from "./shapes.ts";
import { type NewToken, TokenForm } from "./token-form.tsx";
import { connectionWords as words } from "./words.ts";

export interface ConnectionActionsProps {
  readonly connection: Connection;
  readonly loader: Loader<Connection>;
}

/** Tests a connection, gives it another token, signs in again, or revokes it. */
export function ConnectionActions({ connection, loader }: ConnectionActionsProps): JSX.Element {
  const { may } = useWorkspace();
  const { failure, isBusy, said, ...acts } = useActs(connection, loader);
  if (!may("connections:manage")) {
    return (
      <p class="note">
        <Icon name="lock" />
        {words.cannot}
      </p>
    );
  }
  return (
    <section class="card actions" aria-busy={isBusy}>
      <h2>{words.actions}</h2>
      {failure !== undefined && <Problem failure={failure} />}
      <p role="status">{said !== undefined && <Foreign text={said} />}</p>
      {connection.status !== "revoked" && (
        <Buttons isBusy={isBusy} onTest={acts.test} onRevoke={acts.revoke} />
      )}
      <Repair connection={connection} />
      {connection.takesToken && <TokenForm isBusy={isBusy} onSend={acts.give} />}
    </section>
  );
}

interface Acts {
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
  /** What the last act did. */
  readonly said: string | undefined;
  readonly test: () => void;
  readonly revoke: () => void;
  readonly give: (token: NewToken) => Promise<boolean>;
}

function useActs({ id }: Connection, loader: Loader<Connection>): Acts {
  const { api } = useWorkspace();
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const said = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const path = `connections/${encodeURIComponent(id)}`;

  /** Returns whether it was done. */
  const act = async (work: () => Promise<string>): Promise<boolean> => {
    isBusy.value = true;
    failure.value = undefined;
    said.value = undefined;
    try {
      said.value = await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
      return false;
    } finally {
      isBusy.value = false;
    }
  };

  return {
    failure: failure.value,
    isBusy: isBusy.value,
    said: said.value,
    test: () =>
      void act(async () => {
        const { works, message } = await api.post(`${path}/test`, {}, { read: tested });
        loader.reload();
        return works ? words.works : (message ?? "");
      }),
    revoke: () =>
      void act(async () => {
        const { atProvider = "not-asked", ...now } = await api.post(
          `${path}/revoke`,
          {},
          { read: revoked },
        );
        loader.put(now);
        return words.revokedThere[atProvider];
      }),
    give: (token) =>
      act(async () => {
        loader.put(await api.post(`${path}/token`, token, { read: readConnection }));
        return words.tokenDone;
      }),
  };
}

interface ButtonsProps {
  readonly isBusy: boolean;
  readonly onTest: () => void;
  readonly onRevoke: () => void;
}

function Buttons({ isBusy, onTest, onRevoke }: ButtonsProps): JSX.Element {
  const isAsked = useSignal(false);
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          aria-describedby="test-hint"
          onClick={onTest}
        >
          {words.test}
        </button>
        <button
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() => (isAsked.value = true)}
        >
          {words.revoke}
        </button>
      </div>
      <p id="test-hint" class="muted">
        {words.testHint}
      </p>
      {isAsked.value && (
        <Confirm
          title={words.revokeTitle}
          sentence={words.revokeText}
          action={words.revoke}
          onConfirm={onRevoke}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </>
  );
}

/** The command that makes it usable again. A login needs a browser where the command runs. */
function Repair({
  connection: { repair, takesToken },
}: {
  readonly connection: Connection;
}): JSX.Element | null {
  if (repair === null || takesToken) return null;
  const isLogin = / connections login /.test(repair);
  return (
    <>
      <h3>{isLogin ? words.signIn : words.repairHint}</h3>
      {isLogin && <p class="muted">{words.signInHint}</p>}
      <Command line={`npx ${repair}`} />
    </>
  );
}
