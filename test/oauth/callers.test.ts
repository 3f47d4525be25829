import { hash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { openGuardedServer, type ServerKind, serverKinds } from "./guarded-server.ts";
import { openOidcIssuer } from "./oidc-issuer.ts";
import { type Came, callWhoAmI, openWorld } from "./world.ts";

const keys = { ada: keyOf("a"), grace: keyOf("b"), lin: keyOf("c") };

function keyOf(letter: string): string {
  return `tck_${letter.repeat(43)}`;
}

const auth = {
  resource: "https://tools.example.com/mcp",
  keys: Object.entries(keys).map(([name, key]) => ({ name, sha256: hash("sha256", key, "hex") })),
};

const policy = `version: 1
statements:
  - { id: all, effect: allow, principals: ["*"], tools: ["*/*"] }
...
`;
const config = { server: { auth }, policy: { file: "policy.yaml" } };

async function setUp(kind: ServerKind) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const issuer = stack.use(await openOidcIssuer());
  const server = stack.use(await openGuardedServer(kind, issuer));
  const parts = { issuer, server, connection: "caller", config, files: { "policy.yaml": policy } };
  const world = stack.use(await openWorld(parts));
  return { server, ...world };
}

const cases = serverKinds.flatMap((kind) =>
  (["modern", "legacy"] as const).map((era) => ({ kind, era })),
);

describe("callers with logins of their own", { timeout: 60_000 }, () => {
  it.each(cases)(
    "are apart at a $kind server, for clients of the $era era",
    async ({ kind, era }) => {
      const { server, run, serve } = await setUp(kind);
      const operator = await run("toolcourt connections login notes", "operator");
      expect(operator).toMatchObject({ code: 0 });
      expect(operator.text).not.toContain("may not use it");
      const serving = await serve();
      const call = (who: keyof typeof keys, note?: string): Promise<Came> =>
        callWhoAmI(serving, { era, bearer: keys[who], ...(note !== undefined && { note }) });

      // Each is asked to sign in, and the named command suffices.
      for (const who of ["ada", "grace"] as const) {
        const missing = await call(who);
        expect(missing).toMatchObject({
          code: "connection-missing",
          next: `toolcourt connections login notes --owner key:${who}`,
        });
        expect(await run(missing.next ?? "", who)).toMatchObject({ code: 0 });
      }
      expect(server.calls).toEqual([]);

      // The same arguments: an answer from a shared cache would have the wrong name.
      for (const who of ["ada", "grace", "ada", "grace"] as const) {
        expect(await call(who, "same")).toMatchObject({ sub: who });
      }
      expect(server.calls.map(({ sub }) => sub)).toEqual(["ada", "grace"]);
      expect(await call("lin", "same")).toMatchObject({
        code: "connection-missing",
        next: "toolcourt connections login notes --owner key:lin",
      });

      await call("ada");
      await call("grace");
      // The modern era has no sessions.
      const sessionsOf = (who: string): readonly string[] =>
        server.calls.flatMap(({ sub, session }) => (sub === who && session !== "" ? session : []));
      const ofGrace = new Set(sessionsOf("grace"));
      expect(sessionsOf("ada").filter((session) => ofGrace.has(session))).toEqual([]);
    },
  );
});
