/** Every way a response breaks HTTP/1.1, or a limit of ours, with its message. */
const sentences = {
  "status-line": "The status line of the response is malformed.",
  "header-field": "A header field of the response is malformed.",
  "head-too-large": "The header block of the response exceeds the limit.",
  "content-length": "The content length of the response is malformed or repeated.",
  "transfer-encoding": "The transfer encoding of the response is not supported.",
  "two-lengths": "The response has both a content length and a transfer encoding.",
  informational: "The informational response is not one that we asked for or can ignore.",
  chunk: "A chunk of the response is malformed.",
  trailer: "The trailer section of the response is malformed.",
  closed: "The server closed the connection before the response was complete.",
  unsolicited: "The server sent data without a request.",
  "request-header": "A header field of the request is malformed.",
} as const;

export type ProtocolErrorCode = keyof typeof sentences;

/** An exchange that the client gave up. Its message has no text of the server. */
export class HttpProtocolError extends Error {
  override readonly name = "HttpProtocolError";
  readonly code: ProtocolErrorCode;

  constructor(code: ProtocolErrorCode) {
    super(sentences[code]);
    this.code = code;
  }
}
