import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createSecureContext, createServer as createTlsServer, TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.ts";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body as sent. */
  readonly message: string;
  readonly isSecure: boolean;
  /** User and password. Empty without authentication. */
  readonly login: string;
}

export interface MailServerOptions {
  readonly certificate: Certificate;
  /** `start`: TLS before the first byte. `upgrade`: STARTTLS. `none`: neither. */
  readonly tls: "start" | "upgrade" | "none";
  /** Answers to commands, by their line or its first word, instead of the usual ones. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Comes before each answer to a recipient. Default: nothing. */
  readonly beforeRecipient?: () => Promise<void>;
  /** Sent together with the answer to STARTTLS, as an attacker on the way would. */
  readonly injected?: string;
}

export interface TestMailServer extends AsyncDisposable {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** All command lines, as they came. */
  readonly lines: readonly string[];
}

/** A mail server on loopback that keeps what it gets. */
export async function openMailServer(options: MailServerOptions): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const open = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("220 mail.test ESMTP\r\n");
    talk(socket, { options, mails, lines, isSecure: options.tls === "start" });
  };
  const server =
    options.tls === "start" ? createTlsServer(options.certificate, open) : createServer(open);
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    mails,
    lines,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Talk {
  readonly options: MailServerOptions;
  readonly mails: ReceivedMail[];
  readonly lines: string[];
  readonly isSecure: boolean;
}

function talk(socket: Socket, state: Talk): void {
  const mail: Draft = { from: "", to: [], login: "" };
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const { answers = {} } = state.options;
  const usual = commands({ socket, mail, say }, state);
  let [text, isData] = ["", false];
  const take = (line: string): void => {
    if (isData) {
      isData = false;
      state.mails.push({ ...mail, message: line, isSecure: state.isSecure });
      say("250 kept");
      return;
    }
    state.lines.push(line);
    const [command = "", ...rest] = line.split(" ");
    const answer = answers[line] ?? answers[command];
    isData = command === "DATA" && answer === undefined;
    if (answer === undefined) usual[command]?.(rest.join(" "));
    else say(answer);
  };
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    for (let end = endOf(text, isData); end.at !== -1; end = endOf(text, isData)) {
      const line = text.slice(0, end.at);
      text = text.slice(end.at + end.length);
      take(line);
    }
  });
}

function endOf(text: string, isData: boolean): { readonly at: number; readonly length: number } {
  const mark = isData ? "\r\n.\r\n" : "\r\n";
  return { at: text.indexOf(mark), length: mark.length };
}

interface Draft {
  from: string;
  to: string[];
  login: string;
}

interface Partner {
  readonly socket: Socket;
  readonly mail: Draft;
  readonly say: (line: string) => void;
}

/** The usual answers, by the first word of a command. */
function commands(
  { socket, mail, say }: Partner,
  state: Talk,
): Readonly<Record<string, (rest: string) => void>> {
  const { options, isSecure } = state;
  return {
    EHLO: () => {
      const starts = options.tls === "upgrade" && !isSecure ? "250-STARTTLS\r\n" : "";
      say(`250-mail.test\r\n${starts}250 AUTH PLAIN`);
    },
    STARTTLS: () => {
      socket.removeAllListeners("data");
      socket.write(`220 ready\r\n${options.injected ?? ""}`);
      const secureContext = createSecureContext(options.certificate);
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on("error", () => undefined);
      talk(secure, { ...state, isSecure: true });
    },
    AUTH: (rest) => {
      mail.login = Buffer.from(rest.split(" ")[1] ?? "", "base64")
        .toString()
        .slice(1);
      say("235 ok");
    },
    MAIL: (rest) => {
      mail.from = /<(.*)>/.exec(rest)?.[1] ?? "";
      say("250 ok");
    },
    RCPT: (rest) => {
      mail.to.push(/<(.*)>/.exec(rest)?.[1] ?? "");
      void (options.beforeRecipient?.() ?? Promise.resolve()).then(() => say("250 ok"));
    },
    DATA: () => say("354 go on"),
    QUIT: () => void socket.end("221 bye\r\n"),
  };
}
