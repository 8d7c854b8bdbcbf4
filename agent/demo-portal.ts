import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fixed } from "../config/read.ts";
import { VERSION } from "./version.ts";
import type { Place } from "./world.ts";

type Fetch = (request: Request) => Promise<Response>;

export type DemoPortal = {
  /** Settings of the wrapper and of whoever asks it. */
  values: Fixed["values"];
  /** Pages for a browser. */
  places: readonly Place[];
  close(): Promise<void>;
};

const MEMBER = { username: "stargazer", password: "correct horse" };

/**
 * A fake portal and the wrapper in front of it, on free ports of loopback. The ports are there at once; what answers
 * on them is loaded and put together by the first request, so that a demo which needs none of it does not wait for it.
 */
export async function openDemoPortal(): Promise<DemoPortal> {
  const fake = await listenFor(async () => {
    const { createFakePortal } = await import("../server/portal/simulator/simulator.ts");
    return createFakePortal({ switches: MEMBER }).fetch;
  });
  const account = {
    PORTAL_URL: fake.url,
    PORTAL_USERNAME: MEMBER.username,
    PORTAL_PASSWORD: MEMBER.password,
    BOOKING_URL: "https://booking.invalid/",
    // The telescopes are invented: no request may reach a real one of the same name.
    PORTAL_SCOPE_URL_TEMPLATE: `${fake.url}/control/{tid_lower}/`,
  };
  const wrapper = await listenFor(async () => {
    const { openPortal } = await import("../server/portal/open-portal.ts");
    const settings = {
      portalUrl: fake.url,
      ...MEMBER,
      bookingUrl: account.BOOKING_URL,
      scopeUrlTemplate: account.PORTAL_SCOPE_URL_TEMPLATE,
      version: VERSION,
    };
    // Nobody has to be spared here.
    return openPortal(settings, { spacingMs: 0 }).fetch;
  });
  return {
    values: { ...account, PORTAL_API_URL: wrapper.url, PORTAL_LISTEN: "127.0.0.1:0" },
    places: [
      { name: "dashboard", url: `${wrapper.url}/` },
      { name: "docs", url: `${wrapper.url}/docs` },
    ],
    close: async () => {
      await Promise.all([wrapper.close(), fake.close()]);
    },
  };
}

/** Listens on a free port of loopback; `make` is called with the first request. */
async function listenFor(make: () => Promise<Fetch>) {
  let made: Promise<RequestListener> | undefined;
  const server = createServer((request, response) => {
    made ??= Promise.all([make(), import("@hono/node-server")]).then(
      ([fetch, { getRequestListener }]) =>
        getRequestListener(fetch, { overrideGlobalObjects: false }),
    );
    made.then(
      (answer) => answer(request, response),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, so it is no pipe and not null
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
