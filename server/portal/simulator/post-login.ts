import { html, loginPage, namesOf } from "./pages.ts";
import { type FakeState, sessionName } from "./state.ts";

/** What the login page does with a posted form. */
export async function postLogin(state: FakeState, request: Request): Promise<Response> {
  state.loginPosts++;
  const form = new URLSearchParams(await request.text());
  state.lastForm = form;
  const { switches } = state;
  if (!/ASP\.NET_SessionId=/.test(request.headers.get("cookie") ?? ""))
    return html("No session", 500);
  if (switches.validationFailures > 0) {
    switches.validationFailures--;
    return html("Invalid postback or callback argument.", 500);
  }
  const view = ["__VIEWSTATE", "__VIEWSTATE1", "__VIEWSTATE2"]
    .map((name) => form.get(name) ?? "")
    .join("");
  const validation = state.tickets.get(view);
  state.tickets.delete(view);
  if (validation === undefined || validation !== form.get("__EVENTVALIDATION"))
    return html("Validation of viewstate MAC failed.", 500);
  if (form.has("ForgotButton") || form.get("__EVENTTARGET") === "ForgotLink") {
    state.forgotPosts++;
    return html("A mail is on its way.");
  }
  const names = namesOf(switches.form);
  if (!pressed(form, names.button)) return loginPage(state, "Press the button.");
  const right =
    form.get(names.user) === switches.username && form.get(names.password) === switches.password;
  if (!right) state.wrongPasswords++;
  if (!right || state.wrongPasswords >= switches.lockoutAfter)
    return loginPage(state, `Login of ${form.get(names.user)} was not successful.`);
  return welcome(state);
}

const pressed = (form: URLSearchParams, button: string) =>
  form.has(button) || form.has(`${button}.x`) || form.get("__EVENTTARGET") === button;

function welcome(state: FakeState): Response {
  const session = sessionName();
  state.sessions.add(session);
  const answer = new Response("Object moved", {
    status: 302,
    headers: { location: "/Launchpad.aspx" },
  });
  const secure = state.switches.secureCookie ? "; Secure" : "";
  answer.headers.append("set-cookie", `.ASPXAUTH=${session}; path=/; HttpOnly${secure}`);
  answer.headers.append("set-cookie", "pref=a; domain=elsewhere.test; path=/");
  return answer;
}
