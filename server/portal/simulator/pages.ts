import { type FakeState, ticket } from "./state.ts";
import type { FormStyle } from "./switches.ts";

/** A new login page, with hidden state that is good for one post. */
export function loginPage(state: FakeState, said = ""): Response {
  const view = ticket(30);
  const validation = ticket(15);
  state.tickets.set(view, validation);
  const { form } = state.switches;
  const body =
    form === "no-form" ? "<p>Sign in</p>" : loginForm(form, view, validation, namesOf(form));
  const search =
    form === "two-forms"
      ? '<form action="/Search.aspx"><input name="q"><input type="submit" name="Go" value="Login help"></form>'
      : "";
  return html(`<title>Login</title>${search}${body}<span id="FailureText">${said}</span>`);
}

export type FieldNames = { user: string; password: string; button: string };

export function namesOf(form: FormStyle): FieldNames {
  const prefix = form === "ctl00" ? "ctl00$Main$" : "";
  return {
    user: `${prefix}UsernameTextBox`,
    password: `${prefix}PasswordTextBox`,
    button: `${prefix}LoginButton`,
  };
}

function loginForm(form: FormStyle, view: string, validation: string, names: FieldNames): string {
  const states =
    form === "split-viewstate"
      ? hidden("__VIEWSTATEFIELDCOUNT", "3") +
        hidden("__VIEWSTATE", view.slice(0, 10)) +
        hidden("__VIEWSTATE1", view.slice(10, 20)) +
        hidden("__VIEWSTATE2", view.slice(20))
      : hidden("__VIEWSTATE", view);
  const button = {
    "link-button": `<a href="javascript:__doPostBack('${names.button}','')">Log in</a>`,
    "image-button": `<input type="image" name="${names.button}" alt="Log in" src="/go.gif">`,
  }[form as string]; // the other forms have the plain button
  return `<form method="post" action="./Default.aspx?ReturnUrl=%2fLaunchpad.aspx&amp;x=1" id="form1">
${hidden("__EVENTTARGET", "")}${hidden("__EVENTARGUMENT", "")}${hidden("__LASTFOCUS", "")}
${states}${hidden("__VIEWSTATEGENERATOR", "CA0B0334")}${hidden("__EVENTVALIDATION", validation)}
<input type="submit" name="ForgotButton" value="Forgot my password">
<input name="${names.user}" type="text"><input name="${names.password}" type="password">
<input type="checkbox" name="Remember"><input type="checkbox" name="Terms" checked value="yes">
<input type="text" name="Disabled" disabled value="no">
<select name="Language"><option value="de">de</option><option value="en" selected>en</option></select>
${button ?? `<input type="submit" name="${names.button}" value="Log In &amp; go">`}
<a href="javascript:__doPostBack('ForgotLink','')">Forgot</a></form>`;
}

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" id="${name}" value="${value.replaceAll("+", "&#43;")}" />`;

export function html(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(`<!DOCTYPE html><html><body>${body}</body></html>`, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", ...headers },
  });
}

export function launchpad(state: FakeState): Response {
  return html(`<title>Launchpad</title><p>${state.points} points</p>
<a href="/Logout.aspx">Log out</a>${hidden("__VIEWSTATE", ticket(40))}
<form action="/Settings.aspx" method="post">
<input name="Mail" type="email" value="star@gazer.test"><input type="password" name="New" value="s3cret"></form>`);
}

export function reservationGrid(state: FakeState): Response {
  if (!state.switches.reservationTable) return html("<p>No reservations.</p>");
  const rows = state.bookings.map(
    (booking) =>
      `<tr><td>${booking.tid}</td><td>${new Date(booking.start).toISOString()}</td>
<td>${new Date(booking.end).toISOString()}</td><td>&nbsp;</td></tr>`,
  );
  return html(`<a href="/Logout.aspx">Log out</a><table id="ReservationGrid">
<tr><th>Telescope</th><th>Start</th><th>End</th><th>Note</th></tr>${rows.join("")}
<tr><td colspan="3">Maintenance &amp; cleaning</td><td></td></tr></table>`);
}
