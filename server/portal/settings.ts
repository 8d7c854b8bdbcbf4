import { type PortalMap, portalMap } from "./portal-map.ts";

/** Settings that may change while the wrapper runs, by their names in the environment. */
export type LiveSettings = {
  values: Record<string, string>;
  /** Changes when they may have changed: that ends the wait after a rejected password. */
  version: string;
  /** The portal map, where there is one of their own. The same object until it changes. */
  map?: PortalMap | undefined;
};

/** What the wrapper is told. The names as people write them are in config/. */
export type PortalSettings = {
  portalUrl?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  bookingUrl?: string | undefined;
  /** Fills in what is not given above; asked again and again, so that a change is noticed. */
  source?: (() => LiveSettings) | undefined;
  /** Wins over the map's. */
  loginPath?: string | undefined;
  map?: PortalMap | undefined;
  rosterFile?: string | undefined;
  /** More targets for tonight than our own. */
  targetsFile?: string | undefined;
  /** "http://{tid_lower}.itelescope.net/"; without a roster an address that nothing has. */
  scopeUrlTemplate?: string | undefined;
  raw?: "guarded" | "map" | "off" | undefined;
  host?: string | undefined;
  port?: number | undefined;
  /** What every caller has to send. Without one, loopback and the checks of Host and Origin are the border. */
  token?: string | undefined;
  /** The operator's word that a TLS proxy stands in front; without it only loopback is served. */
  tlsInFront?: boolean | undefined;
  version?: string | undefined;
};

export type Known = { url: string; user: string; password: string; version: string };

/** The settings with defaults; what is a function follows the source. */
export function resolve(settings: PortalSettings) {
  const read = (): LiveSettings => settings.source?.() ?? { values: {}, version: "" };
  const standard = settings.map ?? portalMap.parse({});
  const map = () => read().map ?? standard;
  const current = () => {
    const { values, version } = read();
    return {
      PORTAL_URL: settings.portalUrl ?? values.PORTAL_URL,
      PORTAL_USERNAME: settings.username ?? values.PORTAL_USERNAME,
      PORTAL_PASSWORD: settings.password ?? values.PORTAL_PASSWORD,
      booking: settings.bookingUrl ?? values.BOOKING_URL ?? null,
      version,
    };
  };
  const missing = () => {
    const { PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD } = current();
    return Object.entries({ PORTAL_URL, PORTAL_USERNAME, PORTAL_PASSWORD }).flatMap(
      ([name, value]) => (value && (name !== "PORTAL_URL" || isHttp(value)) ? [] : [name]),
    );
  };
  const known = (): Known | undefined => {
    const now = current();
    if (missing().length > 0) return undefined;
    return {
      url: now.PORTAL_URL ?? "",
      user: now.PORTAL_USERNAME ?? "",
      password: now.PORTAL_PASSWORD ?? "",
      version: now.version,
    };
  };
  return {
    known,
    missing,
    bookingUrl: () => current().booking,
    map,
    loginPath: () => settings.loginPath ?? map().login,
    rosterFile: settings.rosterFile,
    scopeUrlTemplate: settings.scopeUrlTemplate ?? scopesOf(settings.rosterFile),
    raw: settings.raw ?? "guarded",
    host: settings.host ?? "127.0.0.1",
    port: settings.port ?? 8000,
    token: settings.token,
    tlsInFront: settings.tlsInFront ?? false,
    version: settings.version ?? "0.0.0",
  };
}

/** Invented telescopes have names that real ones have too; nobody is asked how those are. */
const scopesOf = (rosterFile: string | undefined) =>
  `http://{tid_lower}.${rosterFile === undefined ? "invalid" : "itelescope.net"}/`;

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
