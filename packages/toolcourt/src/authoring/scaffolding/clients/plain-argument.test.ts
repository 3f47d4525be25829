import { describe, expect, it } from "vitest";
import { isPlainArgument } from "./plain-argument.ts";

/** Tells whether the last of these arguments is copied. */
function isCopied(words: readonly string[]): boolean {
  const [command = "", ...args] = words;
  const arg = args.at(-1) ?? "";
  const first = args.findIndex((each) => !each.startsWith("-"));
  const isFirst = first === args.length - 1;
  return isPlainArgument(arg, { command, earlier: args.slice(0, -1), isFirst });
}

describe("isPlainArgument", () => {
  it.each([
    ["server", "-k", "abc"],
    ["server", "-k", "hunter2"],
    ["server", "-kabc123"],
    ["server", "-phunter2"],
    ["server", "-pswordfish"],
    ["server", "--token=abc"],
    ["server", "--api-key", "abc"],
    ["server", "--passphrase", "correct"],
    ["server", "--header", "Authorization: Bearer abc"],
    ["server", "--header", "X-Anything: abc"],
    ["server", "-H", "X-Anything: abc"],
    ["server", "--header=X-Api-Key: abc"],
    ["server", "--user", "hunter2"],
    ["server", "--user", "me:hunter2"],
    ["server", "hunter2"],
    ["server", "Sw0rdfish"],
    ["server", "postgres://me:hunter2@db.example.com/x"],
    ["server", "postgres://db.example.com/x"],
    ["server", "https://me:hunter2@example.com/mcp"],
    ["npx", "-y", "mcp-remote", "https://example.com/mcp?k=abc"],
    ["npx", "-y", "mcp-remote", "https://example.com/s/Zm9vYmFyYmF6cXV4MTIz/mcp"],
    ["server", "9f86d081884c7d659a2feaa0c55ad015"],
    ["node", "9f86d081884c7d659a2feaa0c55ad015"],
    ["server", "0f4a7f0e-2f5f-4a6e-9c1f-6f3b1d2c3e4a"],
    ["server", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
    ["server", "--config", '{"debug":true,"apiKey":"abc"}'],
    ["sh", "-c", "MODE=1 TOKEN=abc npx server"],
    ["server", "MODE=abc"],
    ["server", "correct horse battery staple"],
    ["server", "${input:key}"],
    ["docker", "run", "-e", "GITHUB_TOKEN=ghp_hunter2hunter2"],
    ["docker", "run", "--user", "me:hunter2"],
  ])("omits: %s %s %s %s", (...words) => {
    expect(isCopied(words)).toBe(false);
  });

  it.each([
    ["server", "--password", "swordfish"],
    ["server", "--db-pw", "swordfish"],
    ["server", "--db-pw=swordfish"],
    ["server", "--pat", "swordfish"],
    ["server", "--psk", "swordfish"],
    ["server", "--access-code", "swordfish"],
    ["server", "--mnemonic", "swordfish"],
    ["server", "--db-pin", "1234"],
    ["server", "--password", "--", "swordfish"],
    ["server", "--basic-auth", "me", "swordfish"],
    ["server", "/password", "swordfish"],
    ["server", "set", "password", "swordfish"],
    ["server", "-p=swordfish"],
    ["server", "-k=swordfish"],
    ["server", "-p", "test"],
    ["server", "-k", "production"],
    ["server", "-a", "123456"],
    ["server", "-P=123456"],
    ["sshpass", "-p", "1234"],
    ["mysql", "-p", "1234"],
    ["/usr/bin/mysqldump", "-p", "/srv/data"],
    ["C:\\bin\\mongosh.exe", "-p", "1234"],
    ["redis-cli", "-a", "1234"],
    ["ldapsearch", "-w", "1234"],
    ["sqlcmd", "-P", "1234"],
    ["docker", "login", "-p", "1234"],
    ["docker", "login", "-p", "correct/horse"],
    ["uvx", "--from", "git+https://me:swordfish@github.com/acme/tool"],
    ["uvx", "--from", "git+https://swordfish@github.com/acme/tool"],
    ["npx", "me:swordfish@example"],
    ["node", "PASSWORD=swordfish"],
    ["npx", "-y", "PASSWORD=swordfish"],
  ])("omits even an ordinary word because of its position: %s %s %s %s", (...words) => {
    expect(isCopied(words)).toBe(false);
  });

  it.each([
    ["npx", "-y"],
    ["npx", "-y", "@modelcontextprotocol/server-filesystem"],
    ["npx", "-y", "@modelcontextprotocol/server-github@2025.4.8"],
    ["npx", "-y", "k8s-mcp"],
    ["npx", "-y", "crm-server@2.1.0"],
    ["uvx", "mcp_server_filesystem_v2"],
    ["uvx", "thing==1.2.3"],
    ["uvx", "--from", "git-tools"],
    ["uvx", "--from", "git+https://github.com/acme/tool@v1.2"],
    ["uvx", "--from", "git+ssh://git@github.com/acme/tool"],
    ["npx", "-y", "@auth/mcp-server", "serve"],
    ["npx", "-y", "crm-token-server", "serve"],
    ["npx", "--", "crm-server"],
    ["server", "--path", "data"],
    ["server", "--pinned", "yes"],
    ["server", "-w", "4"],
    ["server", "-p", "/srv/data"],
    ["server", "-p=8080"],
    ["mysql", "-P", "3306"],
    ["python3", "-m", "mcp_server_v2"],
    ["node", "dist/index.js"],
    ["node", "C:\\servers\\crm\\index.js"],
    ["C:\\Program Files\\nodejs\\node.exe", "server.mjs"],
    ["npx", "mcp-remote", "https://example.com/mcp"],
    ["npx", "mcp-remote", "https://auth.example.com:8443/mcp"],
    ["server", "--verbose"],
    ["server", "--token", "--verbose"],
    ["server", "--root", "/srv/data"],
    ["server", "--root", "./data"],
    ["server", "--port", "8080"],
    ["server", "-p", "8080"],
    ["server", "--mode", "read-only"],
    ["server", "--region=eu-west-1"],
    ["server", "--log-level=debug"],
    ["server", "serve"],
    ["server", "-transport", "stdio"],
    ["docker", "run"],
    ["docker", "run", "-i"],
    ["docker", "run", "--rm"],
    ["docker", "run", "-e", "GITHUB_TOKEN"],
    ["docker", "run", "-eGITHUB_TOKEN"],
    ["docker", "run", "--env=lower_case"],
    ["docker", "run", "-v", "/srv/data:/data:ro"],
    ["docker", "run", "-p", "8080:80"],
    ["docker", "run", "ghcr.io/github/github-mcp-server:v1.2.3"],
    ["docker", "run", "mcp/sqlite"],
    ["docker", "run", "-i", "gh"],
    ["docker", "run", "-eANY", "gh"],
    ["docker", "run", "postgres:16"],
  ])("copies: %s %s %s %s", (...words) => {
    expect(isCopied(words)).toBe(true);
  });
});
