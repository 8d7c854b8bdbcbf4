import { noSuchRecording } from "../../../tools/recorder/surface/failure.ts";
import type { Metadata } from "../storage/storage.ts";

/** Does a work with a recording's files. Throws `recording_not_found` where it fails because they were deleted meanwhile. */
export async function whileThere<T>(
  id: string,
  metadata: Metadata,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (await metadata.get(id)) throw thrown;
    throw noSuchRecording();
  }
}
