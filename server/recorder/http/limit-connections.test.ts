import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "node:test";
import { limitConnections } from "./limit-connections.ts";

test("connections beyond half of the files there may be are refused, which is told once", async (t) => {
  const told: string[] = [];
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  limitConnections(server, (sentence) => told.push(sentence), 4);
  const { port } = server.address() as AddressInfo; // it listens on a port
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    t.after(() => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  t.after(() => server.close());
  const kept = [await open(), await open()];
  for (let more = 0; more < 3; more++) await once((await open()).resume(), "close");
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /^2 connections are open: more are refused/);
  const left = new Promise<void>((resolve) =>
    server.once("connection", (socket) => socket.once("close", () => resolve())),
  );
  for (const socket of kept)
    await new Promise((resolve) => socket.end().resume().once("close", resolve));
  const next = await open();
  next.end();
  await left;
});
