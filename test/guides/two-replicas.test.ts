import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openRedis } from "../../packages/testing/src/services/open-redis.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { useRedis } from "../../packages/testing/src/services/use-redis.ts";
import { machine } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { readGuide } from "./guide.ts";

const guide = await readGuide("guides/two-replicas.md");
const page = new URL("../../docs/guides/two-replicas.md", import.meta.url);
const curls = (await readFile(page, "utf8")).split("\n").filter((line) => line.startsWith("curl "));
const [postgres, redis] = [await usePostgres(), await useRedis()];
const missing = postgres.missing ?? redis.missing;

// Two real processes, a real database and a real Redis take seconds to start on a busy machine.
const patience = { timeout: 60_000 };

/** Returns a command of the page with our id and digest. */
function command(start: string, id = "", digest = ""): readonly string[] {
  const found = guide.commands.find((line) => line.startsWith(start)) ?? "";
  const [line = ""] = found.split(" > ");
  return line.replace("5f0c", id.slice(0, 4)).replace("8d2a91c07be4", digest).split(" ");
}

/** Sends the request of a `curl` line to our gateway for its port. */
async function curl(line: string, gateways: ReadonlyMap<string, GatewayProcess>): Promise<string> {
  const port = /localhost:(\d+)/.exec(line)?.[1] ?? "";
  const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const body = / -d '([^']+)'/.exec(line)?.[1] ?? "";
  const url = gateways.get(port)?.url ?? "";
  const response = await fetch(url, { method: "POST", headers, body });
  return response.text();
}

describe.skipIf(missing !== undefined)(
  `the guide to run two replicas (${missing ?? "there"})`,
  patience,
  () => {
    const stack = new AsyncDisposableStack();
    let folder: Folder;
    let environment: Readonly<Record<string, string>>;
    let gateways: ReadonlyMap<string, GatewayProcess>;

    beforeAll(async () => {
      const own = stack.use(await openRedis());
      folder = stack.use(await openFolder({ "toolcourt.yaml": guide.config }));
      environment = {
        TOOLCOURT__STORES__URL: await postgres.database(),
        TOOLCOURT__STORES__REDIS: own.url,
      };
      // Concurrently, as two terminals may do.
      const started = await Promise.all(
        ["8001", "8002"].map(async (port): Promise<readonly [string, GatewayProcess]> => {
          const gateway = await startGateway({ folder: folder.path, env: environment });
          return [port, stack.use(gateway)];
        }),
      );
      gateways = new Map(started);
    }, patience.timeout);
    afterAll(() => stack.disposeAsync(), patience.timeout);

    const go = async (args: readonly string[]): Promise<string> => {
      const printed: string[] = [];
      const print = (text: string): void => void printed.push(text);
      const surroundings = machine(folder.path, print, new AbortController().signal);
      const code = await runToolcourt(args, { ...surroundings, environment });
      if (code !== 0) throw new Error(printed.join("\n"));
      return printed.join("\n");
    };

    it("the guide has the commands run here, in this order", () => {
      expect(guide.commands.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
        "serve --port",
        "serve --port",
        "approvals show",
        "approvals approve",
        "audit key",
        "audit export",
        "audit verify",
      ]);
      expect(curls.map((line) => /localhost:(\d+)/.exec(line)?.[1])).toEqual(["8001", "8002"]);
    });

    it("the guide asks at one replica, runs once at the other, and leaves one log that verifies", async () => {
      const [atFirst = "", atSecond = ""] = curls;

      const refused = await curl(atFirst, gateways);
      const id = /approvals show ([0-9a-f]{32})/.exec(refused)?.[1] ?? "";
      const shown = await go(command("approvals show", id));
      const digest = /^Digest: +([0-9a-f]{12})$/m.exec(shown)?.[1] ?? "";
      await go(command("approvals approve", id, digest));
      const answered = await curl(atSecond, gateways);
      const again = [await curl(atFirst, gateways), await curl(atSecond, gateways)];
      await folder.write("audit.pub", await go(command("audit key")));
      await go(command("audit export"));
      const verified = await go(command("audit verify"));

      expect(refused).toContain("approval-required");
      expect(answered).toContain("Hello, Ada!");
      for (const each of again) expect(each).toContain("approval-required");
      expect(verified).toMatch(/^\d+ rows, all in place\./);
    });
  },
);
