import { type HTMLElement, parse } from "node-html-parser";
import { PortalFailure } from "../failure.ts";

export type FilledForm = { action: URL; form: URLSearchParams };

const SUBMITS = /^(submit|image|button)$/;
const SIGN_IN = /log|sign/i;

/** The form with the password field, filled as a browser would fill it. Throws `portal_bad_response` without one. */
export function fillLoginForm(page: string, at: URL, user: string, password: string): FilledForm {
  const found = parse(page)
    .querySelectorAll("form")
    .find((form) => inputs(form).some((input) => typeOf(input) === "password"));
  if (!found)
    throw new PortalFailure("portal_bad_response", "The portal's login page has no login form.", {
      detail: "Check PORTAL_URL and PORTAL_LOGIN_PATH.",
    });
  const form = new URLSearchParams();
  for (const input of inputs(found)) addState(form, input);
  for (const select of found.querySelectorAll("select")) addSelect(form, select);
  const all = inputs(found).filter((input) => !input.hasAttribute("disabled"));
  const secret = all.findIndex((input) => typeOf(input) === "password");
  const before = all.slice(0, secret).filter((input) => /^(text|email)$/.test(typeOf(input)));
  const name = before.find((input) => /user|email|login/i.test(nameOf(input))) ?? before.at(-1);
  if (!name)
    throw new PortalFailure("portal_bad_response", "The login form asks for no user name.");
  form.set(nameOf(name), user);
  form.set(nameOf(all[secret] ?? name), password);
  press(found, form);
  return { action: new URL(found.getAttribute("action") ?? "", at), form };
}

const inputs = (form: HTMLElement) => form.querySelectorAll("input");
const typeOf = (input: HTMLElement) => (input.getAttribute("type") ?? "text").toLowerCase();
const nameOf = (input: HTMLElement) => input.getAttribute("name") ?? "";

function addState(form: URLSearchParams, input: HTMLElement): void {
  const type = typeOf(input);
  if (nameOf(input) === "" || input.hasAttribute("disabled")) return;
  if (type === "hidden") form.append(nameOf(input), input.getAttribute("value") ?? "");
  if (/^(checkbox|radio)$/.test(type) && input.hasAttribute("checked"))
    form.append(nameOf(input), input.getAttribute("value") ?? "on");
}

function addSelect(form: URLSearchParams, select: HTMLElement): void {
  const options = select.querySelectorAll("option");
  const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
  if (nameOf(select) !== "" && chosen)
    form.append(nameOf(select), chosen.getAttribute("value") ?? chosen.text);
}

/** Only the button that signs in is sent: another one would ask for a forgotten password. */
function press(found: HTMLElement, form: URLSearchParams): void {
  const buttons = found
    .querySelectorAll("input, button")
    .filter((button) => button.tagName === "BUTTON" || SUBMITS.test(typeOf(button)));
  const words = (button: HTMLElement) =>
    `${nameOf(button)} ${button.getAttribute("value") ?? ""} ${button.text}`;
  const button = buttons.find(
    (each) => SIGN_IN.test(words(each)) && !/forgot|reset/i.test(words(each)),
  );
  if (button && typeOf(button) === "image") {
    form.set(`${nameOf(button)}.x`, "5");
    form.set(`${nameOf(button)}.y`, "5");
  } else if (button) form.set(nameOf(button), button.getAttribute("value") ?? "");
  else pressLink(found, form);
}

function pressLink(found: HTMLElement, form: URLSearchParams): void {
  for (const link of found.querySelectorAll("a")) {
    const target = /__doPostBack\('([^']+)'/.exec(link.getAttribute("href") ?? "")?.[1];
    if (target === undefined || !SIGN_IN.test(`${target} ${link.text}`) || /forgot/i.test(target))
      continue;
    form.set("__EVENTTARGET", target);
    return;
  }
}
