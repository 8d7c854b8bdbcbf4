import { type Agent, request } from "node:http";
import { connect } from "node:net";

export type Answer = { status: number; text: string };
export type Asked = { method: string; path: string; headers: Record<string, string> };

/** One request over a socket. A refusal by HTTP itself, as of an impossible header, counts as status 0 and no text. */
export function sendOver(agent: Agent, url: string, asked: Asked): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method, path, headers } = asked;
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on("error", (fault) => reject(new Error(`${method} ${path}`, { cause: fault })));
    sent.end();
  });
}

/** These very bytes on a connection of their own, and whatever comes back until it ends. */
export function sendText(url: string, text: string): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const chunks: Buffer[] = [];
    const end = () => {
      socket.destroy();
      const answer = Buffer.concat(chunks).toString();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), text: answer });
    };
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).includes("\r\n\r\n")) end();
    });
    socket.on("error", end);
    socket.on("close", end);
    socket.setTimeout(100, end);
  });
}
