import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";

/** A DNS server on this machine that answers every query with its next answer. */
export interface NameServer extends AsyncDisposable {
  /** Queries it over the network. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  readonly asked: () => number;
}

/**
 * Opens the server. The last answer repeats. Every answer has a TTL of zero, so none may be cached.
 */
export async function openNameServer(answers: readonly (readonly string[])[]): Promise<NameServer> {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (query, { port, address }) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    socket.send(responseTo(query, addresses), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, "127.0.0.1", resolve);
  });
  const resolver = new Resolver({ tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    lookup: (host) => resolver.resolve4(host),
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      resolver.cancel();
      await new Promise<void>((resolve) => {
        socket.close(resolve);
      });
    },
  };
}

const headerBytes = 12;

function responseTo(query: Buffer, addresses: readonly string[]): Buffer {
  // A question is a name ending with an empty label, then two words for type and class.
  const question = query.subarray(headerBytes, query.indexOf(0, headerBytes) + 5);
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  // The name of the question, type A, class IN, TTL 0, four bytes.
  const record = Buffer.from("c00c00010001000000000004", "hex");
  const records = addresses.map((address) =>
    Buffer.concat([record, Buffer.from(address.split(".").map(Number))]),
  );
  return Buffer.concat([header, question, ...records]);
}
