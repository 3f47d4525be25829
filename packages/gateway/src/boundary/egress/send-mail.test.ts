import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createAuthority } from "@toolcourt/testing/certificate";
import { type MailServerOptions, openMailServer } from "@toolcourt/testing/mail-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSendMail, type MailServer } from "./send-mail.ts";

const authority = createAuthority();
const certificate = authority.issue("localhost", "mail.example");
const mail = {
  from: "gateway@example.com",
  to: ["a@example.com", "b@example.com"],
  message: "A: b\r\n\r\nhello",
};

async function send(
  options: Omit<MailServerOptions, "certificate">,
  differences: Partial<MailServer> = {},
) {
  const server = await openMailServer({ certificate, ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const tls = options.tls === "start" ? "start" : "upgrade";
  const target = { host: "localhost", port: server.port, tls, ...differences } as const;
  const deps = { clock: systemClock, lookup: async () => ["127.0.0.1"] };
  const sending = createSendMail(target, { ca: authority.cert }, deps);
  const sent = await sending(mail, new AbortController().signal).then(
    (refused) => ({ refused, failure: undefined }),
    (failure: unknown) => ({ refused: undefined, failure }),
  );
  return { server, ...sent };
}

const login = { username: "gateway", password: "pass word" };

describe("createSendMail", () => {
  it.each(["start", "upgrade"] as const)(
    "delivers under TLS from %s, with a login",
    async (tls) => {
      const { server, failure } = await send({ tls }, { login });

      expect(failure).toBeUndefined();
      expect(server.mails).toEqual([
        {
          from: mail.from,
          to: mail.to,
          message: mail.message,
          isSecure: true,
          login: "gateway\0pass word",
        },
      ]);
    },
  );

  it("delivers without TLS to this machine only, and never a password", async () => {
    const plain = await send({ tls: "none" });
    const withLogin = await send({ tls: "none" }, { login });
    const elsewhere = await send({ tls: "none" }, { host: "mail.example" });

    expect(plain.failure).toBeUndefined();
    expect(plain.server.mails).toHaveLength(1);
    expect(withLogin.failure).toMatchObject({ kind: "tls-failed" });
    expect(withLogin.server.lines.join("\n")).not.toContain("AUTH");
    expect(elsewhere.failure).toMatchObject({ kind: "tls-failed" });
    expect(elsewhere.server.mails).toEqual([]);
  });

  it("delivers to a server that forwards the mail of a recipient", async () => {
    const { server, failure } = await send({ tls: "start", answers: { RCPT: "251 forwarded" } });

    expect(failure).toBeUndefined();
    expect(server.lines).toContain("DATA");
  });

  it.each([0, 1])("delivers to the others if recipient %i is refused for good", async (index) => {
    const answers = { [`RCPT TO:<${mail.to[index]}>`]: "550 no such user" };
    const { server, refused, failure } = await send({ tls: "start", answers });

    expect(failure).toBeUndefined();
    expect(refused).toEqual([{ index, status: 550 }]);
    expect(server.mails.map(({ to }) => to)).toEqual([[mail.to[1 - index]]]);
  });

  it.each([0, 1])("delivers nothing yet if recipient %i is refused for now", async (index) => {
    const answers = { [`RCPT TO:<${mail.to[index]}>`]: "450 try later" };
    const { server, failure } = await send({ tls: "start", answers });

    expect(failure).toMatchObject({ kind: "rejected", details: { status: 450 } });
    expect(server.mails).toEqual([]);
  });

  it("refuses a certificate of another name", async () => {
    const { server, failure } = await send({ tls: "upgrade" }, { host: "other.example" });

    expect(failure).toMatchObject({ kind: "tls-failed" });
    expect(server.mails).toEqual([]);
  });

  it("refuses text that comes before TLS", async () => {
    const { server, failure } = await send({ tls: "upgrade", injected: "250 forged\r\n" });

    expect(failure).toMatchObject({ kind: "garbled" });
    expect(server.mails).toEqual([]);
  });

  it.each([
    ["AUTH", "535 no"],
    ["MAIL", "451 later"],
    ["RCPT", "550-no such\r\n550 user"],
    ["DATA", "554 no"],
  ])("reports a refusal of %s by its code", async (command, answer) => {
    const { server, failure } = await send(
      { tls: "start", answers: { [command]: answer } },
      { login },
    );

    expect(failure).toMatchObject({
      kind: "rejected",
      details: { status: Number(answer.slice(0, 3)) },
    });
    expect(server.mails).toEqual([]);
  });
});
