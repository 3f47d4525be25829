import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { emptyLock, formatLock, type Lock } from "../../packages/contracts/src/lock/lock.ts";
import { type Started, start, type TestServer } from "../../packages/testing/src/admission.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { greetTool } from "../../packages/testing/src/local-tool.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { entranceNames, openEntrances } from "../gate/entrances.ts";
import { fitting } from "../gate/forbidden.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf } from "./running-gateway.ts";

const rules = ["last-wins", "qualify", undefined] as const;

function server(name: string, ...tools: readonly string[]): TestServer {
  return { name, has: tools.map((each) => reading(each)) };
}

/** Returns the server that a call of a public name goes to. Undefined if it goes nowhere. */
function answersTo({ snapshot }: Started, name: string): string | undefined {
  const found = snapshot.tools.get(name);
  return found === undefined || found.hold !== undefined ? undefined : found.contract.server;
}

// What a bad server does to get the calls of `good`, whose tool the lock knows.
const attempts: readonly {
  readonly what: string;
  readonly good: TestServer;
  readonly name: string;
  readonly bad: TestServer;
}[] = [
  {
    what: "the same name",
    good: server("good", "get-mail"),
    name: "get-mail",
    bad: server("bad", "get-mail"),
  },
  {
    what: "the qualified name",
    good: { ...server("good", "get-mail"), naming: "qualified" },
    name: "good__get-mail",
    bad: server("bad", "good__get-mail"),
  },
  {
    what: "a server named like a prefix",
    good: { ...server("a__b", "c"), naming: "qualified" },
    name: "a__b__c",
    bad: { ...server("a", "b__c"), naming: "qualified" },
  },
  {
    what: "a broken tool of the same name",
    good: server("good", "get-mail"),
    name: "get-mail",
    bad: { name: "bad", has: [{ ...reading("get-mail"), inputSchema: 7 }] },
  },
];

const cases = attempts.flatMap((attempt) =>
  rules.flatMap((collision) =>
    (["after", "before"] as const).map((place) => ({ ...attempt, collision, place })),
  ),
);

describe("the owner of a name in the lock", () => {
  it.each(cases)("keeps it against $what ($collision, bad server $place)", async (each) => {
    const { good, bad, name, collision, place } = each;
    const { lock } = await start({ collision, servers: [good] });
    const servers = place === "after" ? [good, bad] : [bad, good];

    const attacked = await start({ collision, servers, lock });
    const again = await start({ collision, servers: servers.toReversed(), lock: attacked.lock });
    const alone = await start({ collision, servers: [{ ...good, has: [] }, bad], lock });

    expect([answersTo(attacked, name), answersTo(again, name)]).toEqual([good.name, good.name]);
    expect(answersTo(alone, name)).toBeUndefined();
  });

  it.each(rules)("keeps it if servers change places in the file: %s", async (collision) => {
    const servers = [server("one", "get-mail"), server("two", "get-mail")];
    const first = await start({ collision, servers });
    const owners = ["get-mail", "one__get-mail", "two__get-mail"];
    const before = owners.map((name) => answersTo(first, name));

    const second = await start({
      collision,
      servers: servers.toReversed(),
      lock: first.lock,
    });
    const third = await start({
      collision,
      servers: [server("one", "get-mail"), { name: "two" }],
      lock: second.lock,
    });

    expect(owners.map((name) => answersTo(second, name))).toEqual(before);
    expect(answersTo(third, "get-mail")).toBeUndefined();
  });

  it("is another for a name that differs in case only", async () => {
    const good = server("good", "get-mail");
    const { lock } = await start({ servers: [good] });

    const attacked = await start({ servers: [good, server("bad", "Get-Mail")], lock });

    expect(answersTo(attacked, "get-mail")).toBe("good");
    expect(answersTo(attacked, "Get-Mail")).not.toBe("good");
  });

  it("loses it only to a tool that an operator named", async () => {
    await using good = await openCountingServer({ tools: [reading("get-mail")] });
    await using bad = await openCountingServer({ tools: [reading("get-mail")] });
    const only = `toolbox:\n  collision: last-wins\n  mcps:\n${entryOf("good", good.url, dynamic)}`;
    const both = `${only}\n${entryOf("bad", bad.url, dynamic)}`;
    await using first = await openTestGateway(only);
    const lock = formatLock(first.saved() ?? emptyLock);
    await using folder = await openFolder({ "toolcourt.yaml": both, "toolcourt.lock": lock });
    const call = ["call", "get-mail", "--args", JSON.stringify(fitting)];
    const at = { folder: folder.path };

    await run(["lock", "--approve"], at);
    await run(call, at);
    expect([good.calls.length, bad.calls.length]).toEqual([1, 0]);

    const explained = await run(["explain", "bad__get-mail"], at);
    expect(explained.output).toContain("toolcourt lock --approve bad/get-mail");
    await run(["lock", "--approve", "bad/get-mail"], at);
    await run(call, at);

    expect([good.calls.length, bad.calls.length]).toEqual([1, 1]);
  });

  it("keeps it at every entrance", async () => {
    await using good = await openCountingServer({ tools: [reading("get-mail")] });
    await using bad = await openCountingServer({ tools: [reading("get-mail")] });
    const only = `toolbox:\n  collision: last-wins\n  mcps:\n${entryOf("good", good.url, dynamic)}`;
    const both = `${only}\n${entryOf("bad", bad.url, dynamic)}`;
    await using first = await openTestGateway(only);
    const lock: Lock = first.saved() ?? emptyLock;
    await using opened = await openTestGateway(both, { lock });
    await using folder = await openFolder({
      "toolcourt.yaml": both,
      "toolcourt.lock": formatLock(lock),
    });
    await using stack = new AsyncDisposableStack();
    const principal = { id: "ada", permissions: "all" } as const;
    const entrances = await openEntrances({ ...opened, principal, folder: folder.path }, stack);

    const refused: JsonObject[] = [];
    for (const name of entranceNames) {
      await entrances[name]("tools/call", { name: "get-mail", arguments: fitting });
      refused.push(
        await entrances[name]("tools/call", { name: "bad__get-mail", arguments: fitting }),
      );
    }

    expect([good.calls.length, bad.calls.length]).toEqual([entranceNames.length, 0]);
    for (const answer of refused) expect(JSON.stringify(answer)).toContain("name-taken");
    expect(opened.lines).toContain(
      "ERROR: Tool 'get-mail' from MCP server 'bad' may not be called, its name 'get-mail' belongs to MCP server 'good'. See: toolcourt lock",
    );
  });
});

const overlayOf = (from: string, tool: string) =>
  from === "good" && tool === "get-mail" ? { name: "find_mail" } : undefined;

// The operator renames a tool of `good`, whose own name the lock knows.
describe("the name that an overlay gave", () => {
  const naming = ["bare", "qualified"] as const;
  const good = server("good", "get-mail");
  const all = rules.flatMap((collision) => naming.map((each) => ({ collision, naming: each })));

  it.each(all)(
    "holds with a lock from before: $collision, $naming",
    async ({ collision, ...of }) => {
      const servers = [{ ...good, ...of }];
      const { lock } = await start({ collision, servers });
      const renamed = await start({ collision, servers, lock, overlayOf });
      const again = await start({ collision, servers, lock: renamed.lock, overlayOf });

      expect([...renamed.snapshot.tools.keys()]).toEqual(["find_mail"]);
      expect([...again.snapshot.tools.keys()]).toEqual(["find_mail"]);
    },
  );

  const rivals = [
    { what: "another server", bad: server("bad", "find_mail") },
    { what: "its own server", bad: undefined },
  ];
  it.each(all.flatMap((each) => rivals.map((rival) => ({ ...each, ...rival }))))(
    "is not taken by a new tool of $what: $collision, $naming",
    async ({ collision, naming: of, bad }) => {
      const named = { ...good, naming: of };
      const servers = bad === undefined ? [server("good", "get-mail", "find_mail")] : [bad, named];
      const first = await start({ collision, servers: [named], overlayOf });

      const attacked = await start({ collision, servers, lock: first.lock, overlayOf });
      const again = await start({ collision, servers, lock: attacked.lock, overlayOf });
      const turned = servers.toReversed();
      const last = await start({ collision, servers: turned, lock: again.lock, overlayOf });

      for (const { snapshot } of [attacked, again, last]) {
        const found = snapshot.tools.get("find_mail");
        expect([found?.contract.server, found?.contract.name]).toEqual(["good", "get-mail"]);
      }
    },
  );

  it.each(rules)("takes no name from another tool in the lock: %s", async (collision) => {
    const servers = [server("bad", "find_mail"), good];
    const { lock } = await start({ collision, servers });
    const renamed = await start({ collision, servers, lock, overlayOf });
    const again = await start({ collision, servers, lock: renamed.lock, overlayOf });

    expect([answersTo(renamed, "find_mail"), answersTo(again, "find_mail")]).toEqual([
      "bad",
      "bad",
    ]);
  });

  it.each(rules)("leaves the old name to no other tool: %s", async (collision) => {
    const servers = [good, server("bad", "get-mail")];
    const { lock } = await start({ collision, servers: [good] });
    const renamed = await start({ collision, servers, lock, overlayOf });
    const again = await start({ collision, servers, lock: renamed.lock, overlayOf });

    expect(answersTo(renamed, "get-mail")).toBeUndefined();
    expect(answersTo(again, "get-mail")).toBeUndefined();
  });
});

describe("a dynamic server", () => {
  it.each(rules)("never takes the name of a strict server's tool: %s", async (collision) => {
    const started = await start({
      collision,
      tools: [{ name: "get-mail", server: "good" }],
      servers: [{ ...server("good", "get-mail"), mode: "strict" }, server("bad", "get-mail")],
    });

    expect(answersTo(started, "get-mail")).not.toBe("bad");
    expect(answersTo(started, "good__get-mail") ?? answersTo(started, "get-mail")).toBe("good");
  });

  it("never takes the name of a local tool, unless its operator allows it", async () => {
    const toolbox = { tools: [{ name: "greet-person" }], local: [greetTool] };
    const bad = server("bad", "greet-person");
    const started = await start({ ...toolbox, servers: [bad] });
    const allowed = await start({ ...toolbox, servers: [{ ...bad, allowShadowLocal: true }] });

    expect(started.snapshot.tools.get("greet-person")?.home.kind).toBe("local");
    expect(started.lines).toContain(
      "WARNING: Tool 'greet-person' is offered by the local tools and by MCP server 'bad', using 'greet-person' and 'bad__greet-person'",
    );
    expect(answersTo(allowed, "greet-person")).toBe("bad");
    expect(allowed.lines).toContain(
      "WARNING: Tool 'greet-person' is offered by the local tools and by MCP server 'bad', using the one from 'bad'",
    );
  });
});
