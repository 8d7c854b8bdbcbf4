import { createSocket } from "node:dgram";
import { once } from "node:events";

/** Options for multicast DNS that stays on this machine. */
export const HERE = { interface: "127.0.0.1", bind: "0.0.0.0" };

/** Of those that are free for such purposes. */
const GROUP = "239.255.80.21";
const PATIENCE_MS = 1_000;

/** `skip` for a test that needs multicast on this machine; where everything is required, the test runs and fails instead. */
export async function multicastOr(): Promise<{ skip: string | false }> {
  if (process.env.OUTPOST_REQUIRE_ALL === "1" || (await hearsItself())) return { skip: false };
  return { skip: "this network knows no multicast" };
}

async function hearsItself(): Promise<boolean> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    socket.bind(0, "0.0.0.0");
    await once(socket, "listening");
    socket.addMembership(GROUP, HERE.interface);
    socket.setMulticastInterface(HERE.interface);
    const heard = once(socket, "message", { signal: AbortSignal.timeout(PATIENCE_MS) });
    socket.send("hello", socket.address().port, GROUP);
    await heard;
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}
