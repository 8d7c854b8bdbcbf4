import { RecorderFailure } from "../../tools/recorder/surface/failure.ts";

/** The least that has to come in so long. */
export type Pace = { bytes: number; ms: number };

/**
 * The pieces of a body as they come. Throws `request_timeout` where fewer bytes than that come while they are waited for:
 * a sender that trickles would hold the door for weeks. The time that their reader takes is not the sender's.
 */
export async function* atLeast(
  body: AsyncIterable<Uint8Array>,
  pace: Pace,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  let came = 0;
  let waited = 0;
  for (;;) {
    const began = performance.now();
    const next = await inTime(pieces.next(), pace.ms - waited, () => came >= pace.bytes, pace);
    waited += performance.now() - began;
    if (next.done) return;
    came += next.value.length;
    if (waited >= pace.ms && came < pace.bytes) throw tooSlow(pace);
    if (waited >= pace.ms) [came, waited] = [0, 0];
    yield next.value;
  }
}

/** Waits on for another whole time where `isEnough` once the first is over. */
async function inTime<T>(
  coming: Promise<T>,
  firstMs: number,
  isEnough: () => boolean,
  pace: Pace,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(tooSlow(pace));
    timer = setTimeout(() => {
      if (isEnough()) timer = setTimeout(fail, pace.ms);
      else fail();
    }, firstMs);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow({ bytes, ms }: Pace): RecorderFailure {
  return new RecorderFailure("request_timeout", "The body comes too slowly.", {
    detail: `At least ${Math.round((bytes * 1000) / ms)} bytes a second. Nothing was changed.`,
  });
}
