import { describe, expect, it } from "vitest";
import { linkTo } from "./console-link.ts";

const issueCode = (): string => "code";

describe("a link to the console", () => {
  it.each([["http://127.0.0.1:7420/mcp"], ["http://[::1]:7420/mcp"], ["https://localhost:1/mcp"]])(
    "has a code behind #, at %s",
    async (address) => {
      const url = new URL(address);

      expect(await linkTo(url, issueCode)()).toEqual({
        kind: "link",
        url: `${url.origin}/console/#code`,
      });
    },
  );

  it("is not given for a listener beyond this machine, where it would open nothing", async () => {
    const link = linkTo(new URL("http://0.0.0.0:7420/mcp"), issueCode);

    expect(await link()).toEqual({ kind: "none", because: "beyond" });
  });

  it("is not given without the console", async () => {
    const link = linkTo(new URL("http://127.0.0.1:7420/mcp"), undefined);

    expect(await link()).toEqual({ kind: "none", because: "off" });
  });
});
