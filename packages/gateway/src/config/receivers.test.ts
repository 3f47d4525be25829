import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

// Tests what is wrong with receivers of the audit log and of notices, as an operator reads it.

async function problemsOf(keys: JsonObject): Promise<string> {
  const config = { toolbox: {}, stores: { url: "sqlite:state.db" }, ...keys };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { code, output, errors } = await run(["effective"], { folder: folder.path });
  return code === 0 ? "" : output + errors;
}

const syslog = { name: "siem", kind: "syslog", url: "tls://siem.example:6514" };
const webhook = { name: "siem", kind: "webhook", url: "https://siem.example/rows" };

describe("a receiver of the audit log", { timeout: 30_000 }, () => {
  it.each([
    syslog,
    { ...syslog, url: "tls://siem.example", ca_file: "a.pem", format: "ocsf" },
    { ...syslog, url: "tls://[::1]:6514", cert_file: "c.pem", key_file: "c.key" },
    { ...webhook, format: "ocsf" },
  ])("is accepted: %j", async (receiver) => {
    expect(await problemsOf({ audit: { push: [receiver] } })).toBe("");
  });

  it.each([
    [{ ...syslog, url: "https://siem.example" }, "Use tls:// for syslog."],
    [{ ...webhook, url: "tls://siem.example" }, "Only a receiver of kind syslog has tls://."],
    [{ ...syslog, url: "tls://siem.example/path" }, "Expected an address that starts with"],
    [{ ...syslog, url: "tls://me:secret@siem.example" }, "Expected an address that starts with"],
    [{ ...syslog, url: "tls://999.1.1.1" }, "Expected an address that starts with"],
    [{ ...syslog, url: "tls://siem.example:99999" }, "Expected an address that starts with"],
    [{ ...syslog, headers: { A: "b" } }, "Syslog has no headers."],
    [{ ...syslog, cert_file: "c.pem" }, "Name `key_file` too"],
    [{ ...webhook, ca_file: "a.pem" }, "Only a receiver of kind syslog takes this key."],
    [{ ...webhook, kind: "otlp", format: "ocsf" }, "OTLP has its own form."],
    [{ ...webhook, name: "approvals.notify/ops" }, "are those of notices."],
  ])("is refused with what is wrong: %j", async (receiver, message) => {
    const found = await problemsOf({ audit: { push: [receiver] } });

    expect(found).toContain(message);
    expect(found).not.toContain("secret");
  });
});

const mail = {
  name: "ops",
  kind: "email",
  url: "smtps://mail.example",
  from: "gateway@example.com",
  to: ["ops@example.com"],
};
const slack = { name: "chat", kind: "slack", url: "https://hooks.example/canary-of-slack" };

// The first case loads the whole command.
describe("a receiver of notices", { timeout: 30_000 }, () => {
  it.each([
    mail,
    { ...mail, url: "smtp://mail.example:2525", username: "a", password: "b", ca_file: "a.pem" },
    { ...slack, link: "https://console.example/approvals/{id}" },
  ])("is accepted: %j", async (receiver) => {
    expect(await problemsOf({ approvals: { notify: [receiver] } })).toBe("");
  });

  it.each([
    [{ ...mail, url: "https://mail.example" }, "Expected smtps://host"],
    [{ ...mail, url: "smtp://mail.example:99999" }, "Expected smtps://host"],
    [{ ...mail, url: "smtp://999.1.1.1" }, "Expected smtps://host"],
    [{ ...mail, url: "smtp://mail.example?tls=no" }, "Expected smtps://host"],
    [{ ...mail, url: "smtp://mail%zz" }, "Expected smtps://host"],
    [{ ...mail, from: "a@b.example\r\nBcc: c@d.example" }, "Expected an e-mail address"],
    [{ ...mail, to: ["Ops <ops@example.com>"] }, "as a list."],
    [{ ...mail, username: "a" }, "Name both `username` and `password`."],
    [{ ...mail, headers: { A: "b" } }, "An e-mail takes no headers."],
    [{ ...slack, url: "http://hooks.example/canary-of-slack" }, "Use https://."],
    [{ ...slack, url: "${CANARY_OF_NOTHING}" }, "CANARY_OF_NOTHING"],
    [{ ...slack, from: "a@b.example" }, "Only a receiver of kind email takes this key."],
    [{ ...slack, link: "https://console.example/approvals" }, "with {id} in it"],
    [{ ...slack, link: "javascript:alert({id})" }, "with {id} in it"],
  ])("is refused with what is wrong: %j", async (receiver, message) => {
    const found = await problemsOf({ approvals: { notify: [receiver] } });

    expect(found).toContain(message);
    expect(found).not.toContain("canary-of-slack");
  });

  it("needs a durable store and a name of its own", async () => {
    const notify = [slack, slack];

    expect(await problemsOf({ approvals: { notify } })).toContain(
      "Another entry has the same name.",
    );
    expect(
      await problemsOf({ stores: { url: "memory:" }, approvals: { notify: [slack] } }),
    ).toContain("Notices need a durable store.");
  });
});
