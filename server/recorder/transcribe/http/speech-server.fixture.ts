import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import busboy from "busboy";

/** What a speech server was asked. */
export type Asked = {
  url: string;
  authorization: string | undefined;
  fields: Record<string, string>;
  file: Buffer;
};

type Answering = (asked: Asked, response: ServerResponse) => void;

/** A simulated speech server on loopback; each request is answered by the next of `answers`, at last by the last. */
export async function simulateSpeechServer(t: TestContext, answers: readonly Answering[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void read(request).then((one) => {
      asked.push(one);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      answer?.(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}

function read(request: IncomingMessage): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const file: Buffer[] = [];
    const form = busboy({ headers: request.headers });
    form.on("field", (name, value) => {
      fields[name] = value;
    });
    form.on("file", (_, stream) => stream.on("data", (piece: Buffer) => file.push(piece)));
    form.on("error", reject);
    form.on("close", () =>
      resolve({
        url: request.url ?? "",
        authorization: request.headers.authorization,
        fields,
        file: Buffer.concat(file),
      }),
    );
    request.pipe(form);
  });
}

export function json(status: number, body: unknown): Answering {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

export function plainText(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Answering {
  return (_, response) => {
    response.writeHead(status, { "content-type": "text/plain", ...headers });
    response.end(body);
  };
}

/** Closes the connection without an answer. */
export const hangUp: Answering = (_, response) => {
  response.destroy();
};
