import { parse } from "node-html-parser";
import { CookieJar } from "tough-cookie";
import { PortalFailure } from "../failure.ts";
import { classify, isLoginPage, isLoginUrl, pageOf } from "./classify.ts";
import { busyFailure, comeBackSeconds } from "./come-back.ts";
import { type Exchange, exchange, type Line } from "./http.ts";
import { fillLoginForm } from "./login-form.ts";

export type Account = { user: string; password: string };
export type LoginPaths = { login: string; proof: string };

/** The portal said no to these credentials. Asking again could lock the account. */
export class RejectedPassword extends PortalFailure {}

/** Signs in with a fresh jar and proves it with a page that only members get. Throws PortalFailure. */
export async function logIn(
  line: Line,
  account: Account,
  paths: LoginPaths,
  now: () => number,
): Promise<CookieJar> {
  let answer = await attempt(line, account, paths, now);
  if (isStaleForm(answer.landed)) answer = await attempt(line, account, paths, now);
  const { jar, landed } = answer;
  refuseNoPage(landed, now);
  if (landed.status >= 400)
    throw new PortalFailure(
      "portal_bad_response",
      `The portal answered the login with ${landed.status}.`,
    );
  const page = pageOf(landed);
  if (landed.toLogin || isLoginPage(page)) throw notSignedIn(landed, page, account, answer.refused);
  const proof = await exchange(line, jar, new URL(paths.proof, line.origin), {
    stopAtLogin: isLoginUrl,
  });
  if (classify(proof) !== "fine") throw notSignedIn(proof, "", account, answer.refused);
  return jar;
}

export const blocked = () =>
  new PortalFailure("portal_blocked", "The portal shows a page against bots.", {
    detail:
      "It is not fought. Open the portal in a browser; the wrapper tries again in five minutes.",
    retryAfterSeconds: 300,
  });

/** The landing page may live at the login's own path; a way back is asked of strangers alone. */
const asksBack = (url: URL) => isLoginUrl(url) && url.search !== "";

function refuseNoPage(answer: Exchange, now: () => number): void {
  if (classify(answer) === "bot") throw blocked();
  if (answer.status === 429 || answer.status === 503)
    throw busyFailure(answer.status, comeBackSeconds(answer, now()));
}

async function attempt(line: Line, account: Account, paths: LoginPaths, now: () => number) {
  const jar = new CookieJar();
  const refused: string[] = [];
  const watched: Line = {
    ...line,
    fetch: async (request) => {
      const response = await line.fetch(request);
      if (new URL(request.url).protocol === "http:")
        for (const cookie of response.headers.getSetCookie())
          if (/;\s*secure/i.test(cookie)) refused.push("Secure");
      return response;
    },
  };
  const first = await exchange(watched, jar, new URL(paths.login, line.origin), {});
  refuseNoPage(first, now);
  const { action, form } = fillLoginForm(pageOf(first), first.url, account.user, account.password);
  const landed = await exchange(watched, jar, action, { form, stopAtLogin: asksBack });
  return { jar, landed, refused };
}

function isStaleForm(landed: Exchange): boolean {
  return landed.status >= 500 && /postback or callback|viewstate MAC/i.test(pageOf(landed));
}

function notSignedIn(landed: Exchange, page: string, account: Account, refused: string[]) {
  if (refused.length > 0)
    return new PortalFailure("portal_login_failed", "The portal's cookie is for https alone.", {
      detail: "It was not kept on a plain http address. Use https in PORTAL_URL.",
    });
  if (landed.toLogin || page === "")
    return new PortalFailure("portal_login_failed", "The login did not last.", {
      detail: "The portal took the form and asks to log in again.",
    });
  const said = parse(page).querySelector("#FailureText, .validation-summary-errors")?.text ?? "";
  const scrubbed = said.replaceAll(account.user, "…").replaceAll(account.password, "…");
  return new RejectedPassword("portal_login_failed", "The portal refused the login.", {
    detail: `${scrubbed.trim().slice(0, 200)} Correct PORTAL_USERNAME and PORTAL_PASSWORD.`.trim(),
  });
}
