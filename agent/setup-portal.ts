import { join } from "node:path";
import { configFolder } from "../config/places.ts";
import { HubError, type Problem } from "../tools/kit/errors.ts";
import { readMap } from "./portal-account.ts";
import { readWorldSettings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";
import { print, type World } from "./world.ts";

/** Asks for address and account, signs in once, and stores what worked in a file of mode 0600. */
export async function setUpPortal(terminal: Terminal, world: World): Promise<number> {
  const url = originOf(await terminal.ask("Address of the member portal:"));
  const username = await terminal.ask("User name:");
  const password = await terminal.askSecret("Password:");
  if (username === "" || password === "")
    throw new HubError("bad-input", "User name and password are needed. Nothing was stored.");
  const booking = await terminal.ask("Address for booking, in a browser (none):", "none");
  const bookingUrl = booking === "none" ? undefined : pageOf(booking);

  await signIn({ portalUrl: url, username, password }, world);
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

/** One login, as the wrapper would make it. Throws HubError; the password is tried once. */
async function signIn(account: Account, world: World): Promise<void> {
  const { settings } = await readWorldSettings(world);
  const { inspectPortal } = await import("../server/portal/inspect/inspect-portal.ts");
  const map = await readMap(settings.PORTAL_MAP);
  const loginPath = settings.PORTAL_LOGIN_PATH;
  for await (const { failure } of inspectPortal({ ...account, map, loginPath })) {
    if (!failure) return;
    const refused = failure.code === "portal_login_failed";
    const problem: Problem = refused ? "sign-in" : "unavailable";
    throw new HubError(problem, `${failure.message} Nothing was stored.`, {
      advice: refused
        ? "Check user name and password; PORTAL_LOGIN_PATH if the login page is elsewhere."
        : failure.detail || "Check the address and the network.",
      cause: failure,
    });
  }
}

/** `https://` is what is meant where nothing is written. */
function originOf(text: string): string {
  const wanted = text.includes("://") ? text : `https://${text}`;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== "" && url.username === "")
    return url.origin;
  throw new HubError("bad-input", "That is no address of a portal.", {
    advice: "Write HOST or https://HOST; a login page elsewhere is set by PORTAL_LOGIN_PATH.",
  });
}

function pageOf(text: string): string {
  const wanted = text.includes("://") ? text : `https://${text}`;
  if (URL.canParse(wanted) && /^https?:$/.test(new URL(wanted).protocol)) return wanted;
  throw new HubError("bad-input", "That is no address of a page. Nothing was stored.");
}
