import { join } from "node:path";
import { configFolder } from "../config/places.ts";
import { problemsText } from "../config/problems.ts";
import type { Settings } from "../config/schema.ts";
import type { PortalFailure } from "../server/portal/failure.ts";
import type { PortalMap } from "../server/portal/portal-map.ts";
import { HubError } from "../tools/kit/errors.ts";
import { isInTheClear } from "../tools/kit/loopback.ts";
import { systemCodeWithin } from "../tools/kit/system-code.ts";
import { readMap } from "./portal-account.ts";
import { readWorldSettings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";
import { typedOrigin } from "./typed-origin.ts";
import { print, type World } from "./world.ts";

/** Asks for address and account, signs in once, and stores what worked in a file of mode 0600. */
export async function setUpPortal(terminal: Terminal, world: World): Promise<number> {
  // Before anything is asked: what is typed would be typed in vain.
  const { look, stored } = await readStored(world);
  const url = originOf(await terminal.ask("Address of the member portal:", stored.PORTAL_URL));
  if (isInTheClear(url))
    terminal.write("This address is http://: the password will travel in the clear. Ctrl-C stops.");
  const username = await terminal.ask("User name:", stored.PORTAL_USERNAME);
  const password = await terminal.askSecret("Password:");
  if (username === "" || password === "")
    throw new HubError("bad-input", "User name and password are needed. Nothing was stored.");
  const booking = await terminal.ask(
    "Address where you book in a browser:",
    stored.BOOKING_URL ?? "none",
  );
  const bookingUrl = booking === "none" ? undefined : pageOf(booking);

  terminal.write(`Signing in at ${url} …`);
  await signIn({ portalUrl: url, username, password }, look);
  terminal.write("Signed in.");

  const { changeEnvFile } = await import("./env-file.ts");
  const path = join(configFolder(world.env), ".env");
  await changeEnvFile(path, {
    PORTAL_URL: url,
    PORTAL_USERNAME: username,
    PORTAL_PASSWORD: password,
    PORTAL_PASSWORD_FILE: undefined,
    BOOKING_URL: bookingUrl,
  });
  print(
    world,
    `Stored in ${path} (mode 0600). A wrapper that runs already notices.
Next: outpost doctor portal   (what the portal answers, and what the map finds in it)
      outpost portal          (the dashboard, and what the tools ask)`,
  );
  return 0;
}

type Account = { portalUrl: string; username: string; password: string };

type Look = { map: PortalMap | undefined; loginPath: string | undefined };

/**
 * The settings that decide how a login is made, and those that an earlier setup has stored. Throws HubError `bad-input`:
 * another map would be another portal.
 */
async function readStored(world: World): Promise<{ look: Look; stored: Partial<Settings> }> {
  const reading = await readWorldSettings(world);
  const wrong = reading.ok
    ? []
    : reading.problems.filter(({ name }) => /^PORTAL_(?:MAP|LOGIN_PATH)/.test(name));
  if (wrong.length > 0)
    throw new HubError("bad-input", `The settings are not usable:\n${problemsText(wrong)}`);
  const { PORTAL_MAP, PORTAL_LOGIN_PATH } = reading.settings;
  const look = { map: await readMap(PORTAL_MAP), loginPath: PORTAL_LOGIN_PATH };
  return { look, stored: reading.settings };
}

/** One login, as the wrapper would make it. Throws HubError; the password is tried once. */
async function signIn(account: Account, look: Look): Promise<void> {
  const { inspectPortal } = await import("../server/portal/inspect/inspect-portal.ts");
  for await (const { failure } of inspectPortal({ ...account, ...look })) {
    if (failure) throw notStored(failure, account.portalUrl);
    return;
  }
}

/** The same failure in the words of a setup: settings that are not there yet are nothing to mend. */
function notStored(failure: PortalFailure, url: string): HubError {
  const stored = "Nothing was stored.";
  const again = "then run `outpost setup portal` again.";
  if (failure.code === "portal_login_failed")
    return new HubError("sign-in", `${failure.message} ${stored}`, {
      advice: `It was tried once. Check user name and password (portals lock an account after a few wrong ones), or set PORTAL_LOGIN_PATH if the login page is elsewhere; ${again}`,
      cause: failure,
    });
  if (failure.code !== "portal_unavailable")
    return new HubError("unavailable", `${failure.message} ${stored}`, {
      advice: failure.detail || `Check the address ${url} and the network, ${again}`,
      cause: failure,
    });
  const code = systemCodeWithin(failure.cause);
  return new HubError("unavailable", `The portal cannot be reached at ${url}. ${stored}`, {
    advice: `${code === undefined ? "" : `${code}: `}check the address and the network, ${again}`,
    cause: failure,
  });
}

function originOf(text: string): string {
  const origin = typedOrigin(text);
  if (origin !== undefined) return origin;
  throw new HubError("bad-input", "That is no address of a portal.", {
    advice: "Write HOST or https://HOST; a login page elsewhere is set by PORTAL_LOGIN_PATH.",
  });
}

function pageOf(text: string): string {
  const wanted = text.includes("://") ? text : `https://${text}`;
  if (URL.canParse(wanted) && /^https?:$/.test(new URL(wanted).protocol)) return wanted;
  throw new HubError("bad-input", "That is no address of a page. Nothing was stored.");
}
