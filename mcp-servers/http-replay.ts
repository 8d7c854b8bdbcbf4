import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

type Kept = { id: string; stream: string; message: JSONRPCMessage; bytes: number };

/**
 * The last messages of one session, so that a client whose connection broke can fetch the answer to a call that went
 * on without it. Bounded: beyond `mostBytes` the oldest are forgotten.
 */
export function createReplay(mostBytes: number): EventStore {
  const kept: Kept[] = [];
  let bytes = 0;
  let last = 0;
  return {
    async storeEvent(stream, message) {
      const entry = {
        id: `${stream}_${++last}`,
        stream,
        message,
        bytes: JSON.stringify(message).length,
      };
      kept.push(entry);
      bytes += entry.bytes;
      while (bytes > mostBytes && kept.length > 1) bytes -= kept.shift()?.bytes ?? 0;
      return entry.id;
    },
    async getStreamIdForEventId(id) {
      return kept.find((entry) => entry.id === id)?.stream;
    },
    async replayEventsAfter(id, { send }) {
      const at = kept.findIndex((entry) => entry.id === id);
      const from = kept[at];
      if (!from) return "";
      // A priming event marks a place in the stream; it holds no message.
      for (const entry of kept.slice(at + 1))
        if (entry.stream === from.stream && Object.keys(entry.message).length > 0)
          await send(entry.id, entry.message);
      return from.stream;
    },
  };
}
