import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type Started = { url: string; close: () => Promise<void> };

/**
 * A free port of loopback that is there at once; what answers on it is started by the first connection. Connections are
 * handed on as they are. Where the start fails they are cut, and the next one tries again.
 */
export async function startOnConnect(start: () => Promise<Started>): Promise<Started> {
  let started: Promise<Started> | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near).on("error", () => near.destroy());
    started ??= start();
    started.then(
      ({ url }) => {
        if (!near.destroyed) handOn(near, keep(farOf(url)));
      },
      () => {
        started = undefined;
        near.destroy();
      },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, so it is no pipe and not null
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // Its own close lets answers end that are under way; then nothing is left to hand on.
      await started?.then(
        (one) => one.close(),
        () => undefined,
      );
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function farOf(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true });
}

function handOn(near: Socket, far: Socket): void {
  far.on("error", () => near.destroy());
  far.once("close", () => near.destroy());
  near.once("close", () => far.destroy());
  near.pipe(far);
  far.pipe(near);
}
