import { RecorderFailure } from "../../../tools/recorder/surface/failure.ts";
import type { EventFeed, NumberedEvent } from "./event-feed.ts";

const HEARTBEAT_MS = 15_000;
/** What may wait for a listener that reads slowly; then its stream ends, and it may come back. */
const MOST_WAITING_BYTES = 256 << 10;
const MOST_LISTENERS = 100;

/**
 * The feed as an event stream. It goes on after the request's Last-Event-ID. It ends with `closing`, and for a listener
 * that has fallen too far behind. Throws `unavailable` where too many listen.
 */
export function streamEvents(request: Request, feed: EventFeed, closing: AbortSignal): Response {
  if (feed.listeners() >= MOST_LISTENERS)
    throw new RecorderFailure("unavailable", "Too many listen to the events already.", {
      headers: { "retry-after": "10" },
    });
  const asked = request.headers.get("last-event-id") ?? "";
  const lastId = /^\d{1,15}$/.test(asked) ? Number(asked) : undefined;
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false;
        const end = () => {
          if (ended) return;
          ended = true;
          stop();
          controller.close();
        };
        const send = (bytes: Uint8Array) => {
          if (ended) return;
          controller.enqueue(bytes);
          if ((controller.desiredSize ?? 0) < 0) end();
        };
        const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS);
        let leave = () => {};
        stop = () => {
          clearInterval(heartbeat);
          leave();
          closing.removeEventListener("abort", end);
        };
        closing.addEventListener("abort", end);
        // At once, so that the listener knows that it is connected, and how long to wait before it comes back.
        send(HELLO);
        leave = feed.subscribe((each) => send(bytesOf(each)), lastId);
        if (ended) leave();
        if (closing.aborted) end();
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  );
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
  return new Response(body, { headers });
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": still here\n\n");
const HELLO = encoder.encode("retry: 2000\n\n");
/** One piece of memory for all who listen, however long it waits for each. */
const encoded = new WeakMap<NumberedEvent, Uint8Array>();

function bytesOf(numbered: NumberedEvent): Uint8Array {
  const known = encoded.get(numbered);
  if (known) return known;
  const { id, event } = numbered;
  const bytes = encoder.encode(
    `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  encoded.set(numbered, bytes);
  return bytes;
}
