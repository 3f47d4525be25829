/** What we learn about the HTTP exchange of one request. The SDK's errors tell less. */
export interface Ticket {
  status?: number;
  retryAfter?: string;
  /** The answer comes as a stream of events, after `send` is done. */
  streaming?: boolean;
  /** We stopped reading. */
  oversized?: boolean;
}

/**
 * Tells the fetch function which request it serves. The SDK builds the HTTP request in between and
 * passes on nothing else; the header is taken off again and never leaves the house.
 */
export const ticketHeader = "x-toolcourt-ticket";
