import type { Socket } from "node:net";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { EgressFailure, transportFailure } from "./egress-failure.ts";
import {
  createDialer,
  endedWith,
  type StreamDeps,
  type StreamTarget,
  type StreamTls,
  secured,
  trustOf,
} from "./send-stream.ts";

export interface MailServer extends StreamTarget {
  /** `start`: TLS before the first byte. `upgrade`: STARTTLS, which may be absent on loopback only. */
  readonly tls: "start" | "upgrade";
  /** Default: no authentication. */
  readonly login?: { readonly username: string; readonly password: string } | undefined;
}

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body with CRLF. No line begins with a dot. */
  readonly message: string;
}

const deadlineMs = 20_000;
/** A mail server answers in lines. More than this is no answer. */
const maxAnswerBytes = 64 * 1_024;

/** A recipient that the server refuses for good. */
export interface RefusedRecipient {
  /** Its place in `to`. */
  readonly index: number;
  /** The code of the server's answer. */
  readonly status: number;
}

/**
 * Returns the recipients that the server refuses for good: the others got the mail. Rejects with an
 * `EgressFailure` if none did. Its status is the code of the server's answer.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<readonly RefusedRecipient[]>;

/** Sends mails over SMTP (RFC 5321), each over a connection of its own. */
export function createSendMail(server: MailServer, tls: StreamTls, deps: StreamDeps): SendMail {
  const dial = createDialer(server, deps);
  const trust = trustOf(tls);
  return async (mail, signal) => {
    const over = new AbortController();
    const end = AbortSignal.any([over.signal, signal]);
    const secure = async (socket: Socket): Promise<Socket> =>
      endedWith(await secured(socket, server.host, trust), end);
    const send = async (): Promise<readonly RefusedRecipient[]> => {
      const plain = endedWith(await dial(), end);
      const isSecure = server.tls === "start";
      const dialog = new Dialog(isSecure ? await secure(plain) : plain);
      await dialog.answer(220);
      const session = isSecure ? { dialog, isSecure } : await upgraded(dialog, server, secure);
      return deliver(session, server, mail);
    };
    try {
      return await withTimeout({ clock: deps.clock, ms: deadlineMs }, send);
    } catch (error) {
      throw transportFailure(error, "cut-short");
    } finally {
      over.abort();
    }
  };
}

interface Session {
  readonly dialog: Dialog;
  readonly isSecure: boolean;
}

/** Begins TLS. Only a server on this machine may do without it. */
async function upgraded(
  dialog: Dialog,
  { host }: MailServer,
  secure: (socket: Socket) => Promise<Socket>,
): Promise<Session> {
  const offered = await dialog.ask("EHLO toolcourt", 250);
  if (!/^STARTTLS$/im.test(offered)) {
    if (!isLoopback(host)) throw new EgressFailure("tls-failed");
    return { dialog, isSecure: false };
  }
  await dialog.ask("STARTTLS", 220);
  return { dialog: new Dialog(await secure(dialog.leave())), isSecure: true };
}

async function deliver(
  { dialog, isSecure }: Session,
  { login }: MailServer,
  { from, to, message }: Mail,
): Promise<readonly RefusedRecipient[]> {
  await dialog.ask("EHLO toolcourt", 250);
  if (login !== undefined) {
    // A password is never sent in the clear, not even to this machine.
    if (!isSecure) throw new EgressFailure("tls-failed");
    const word = Buffer.from(`\0${login.username}\0${login.password}`).toString("base64");
    await dialog.ask(`AUTH PLAIN ${word}`, 235);
  }
  await dialog.ask(`MAIL FROM:<${from}>`, 250);
  const refused = await refusedOf(dialog, to);
  await dialog.ask("DATA", 354);
  await dialog.ask(`${message}\r\n.`, 250);
  // The server has the mail. It need not answer any more.
  dialog.say("QUIT");
  return refused;
}

/**
 * Names the recipients. One that is refused for good does not hold up the others. Rejects if all
 * are, or if one is refused for now: the whole mail may come later.
 */
async function refusedOf(
  dialog: Dialog,
  to: readonly string[],
): Promise<readonly RefusedRecipient[]> {
  const refused: RefusedRecipient[] = [];
  for (const [index, each] of to.entries()) {
    try {
      // 251: the server forwards to another address.
      await dialog.ask(`RCPT TO:<${each}>`, 250, 251);
    } catch (error) {
      const status = error instanceof EgressFailure ? error.details.status : undefined;
      if (status === undefined || status < 500 || refused.length === to.length - 1) throw error;
      refused.push({ index, status });
    }
  }
  return refused;
}

/** Commands and answers, one at a time. */
class Dialog {
  readonly #socket: Socket;
  #text = "";
  #changed = Promise.withResolvers<void>();
  #failure: Error | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", this.#heard);
    socket.on("error", this.#failed);
    socket.on("close", this.#closed);
  }

  say(line: string): void {
    this.#socket.write(`${line}\r\n`);
  }

  /** Returns the answer's lines without their codes. */
  ask(line: string, ...expected: readonly number[]): Promise<string> {
    this.say(line);
    return this.answer(...expected);
  }

  async answer(...expected: readonly number[]): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: [^\n]*)?\r?\n/.exec(this.#text);
      if (found !== null) {
        this.#text = this.#text.slice(found[0].length);
        const status = Number(found[1]);
        if (!expected.includes(status)) throw new EgressFailure("rejected", { status });
        return found[0].replaceAll(/^\d{3}[ -]?/gm, "").replaceAll("\r", "");
      }
      if (this.#text.length > maxAnswerBytes) throw new EgressFailure("response-too-large");
      if (this.#failure !== undefined) throw this.#failure;
      await this.#changed.promise;
      this.#changed = Promise.withResolvers();
    }
  }

  /** Hands the connection over to TLS. Text before TLS could pass for text after it. */
  leave(): Socket {
    this.#socket.off("data", this.#heard);
    this.#socket.off("close", this.#closed);
    if (this.#text !== "") throw new EgressFailure("garbled");
    return this.#socket;
  }

  readonly #heard = (chunk: Buffer): void => {
    this.#text += chunk.toString("latin1");
    this.#changed.resolve();
  };

  readonly #failed = (error: Error): void => {
    this.#failure = error;
    this.#changed.resolve();
  };

  readonly #closed = (): void => this.#failed(this.#failure ?? new EgressFailure("cut-short"));
}
