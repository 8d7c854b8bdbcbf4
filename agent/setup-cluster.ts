import { join } from "node:path";
import { configFolder } from "../config/places.ts";
import { HubError } from "../tools/kit/errors.ts";
import type { Certificate } from "./certificate.ts";
import { readWorldSettings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";
import { print, type World } from "./world.ts";

/** Asks for address and account, shows the certificate, signs in once, and stores what worked in a file of mode 0600. */
export async function setUpCluster(terminal: Terminal, world: World): Promise<number> {
  // Set up once, a new password is all there is to type.
  const { CLUSTER_URL, CLUSTER_USERNAME } = (await readWorldSettings(world)).settings;
  const address = readAddress(await terminal.ask("Address of the management node:", CLUSTER_URL));
  const { url, certificate } = await find(address);
  const pin = await trust(certificate, url, terminal, world.now());
  const username = await terminal.ask("Account:", CLUSTER_USERNAME ?? "admin");
  const password = await terminal.askSecret("Password:");
  if (username === "" || password === "")
    throw new HubError("bad-input", "Account and password are needed. Nothing was stored.");

  const { signIn } = await import("./cluster-account.ts");
  const account = { url, apiRoot: world.env.CLUSTER_API_ROOT ?? "/mgmt", username, password };
  const trusted = { ...account, ...(pin === undefined ? {} : { pinSha256: pin }) };
  const signedIn = await signIn(trusted).catch((thrown: unknown) => {
    throw notStored(HubError.from(thrown));
  });
  terminal.write(
    `Signed in: API ${signedIn.versions.join(" and ")}, ${signedIn.filesystems.length} filesystems.`,
  );

  const { changeEnvFile } = await import("./env-file.ts");
  const path = join(configFolder(world.env), ".env");
  await changeEnvFile(path, {
    CLUSTER_URL: url,
    CLUSTER_USERNAME: username,
    CLUSTER_PASSWORD: password,
    CLUSTER_PASSWORD_FILE: undefined,
    CLUSTER_PIN_SHA256: pin,
    CLUSTER_CA_FILE: undefined,
  });
  print(
    world,
    `Stored in ${path} (mode 0600). Outpost is read-only until you open it there:
CLUSTER_ALLOW_WRITES=true for changes, CLUSTER_ALLOW_DESTRUCTIVE=true for destroying as well.
Next: outpost doctor`,
  );
  return 0;
}

/** The same failure in the words of a setup: settings that are not there yet are nothing to mend. */
function notStored(error: HubError): HubError {
  if (error.problem === "bug" || error.problem === "interrupted") return error;
  const advice =
    error.problem === "sign-in"
      ? "Check name and password (accounts lock after a few wrong ones), then run `outpost setup cluster` again."
      : "Then run `outpost setup cluster` again.";
  const before = error.problem === "sign-in" || !error.advice ? "" : `${error.advice} `;
  return new HubError(error.problem, `${error.message} Nothing was stored.`, {
    advice: before + advice,
    cause: error,
  });
}

type Address = { host: string; port: number | undefined };

/** Reads `host`, `host:port` or `https://host[:port]`. */
function readAddress(text: string): Address {
  const wanted = text.includes("://") ? text : `https://${text}`;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (url?.protocol !== "https:" || url.hostname === "" || url.username !== "")
    throw new HubError("bad-input", "That is no address.", {
      advice: "Write HOST, HOST:PORT or https://HOST:PORT; the API is HTTPS only.",
    });
  // The URL drops 443, which here was written down on purpose.
  const port = url.port === "" ? /:443\/?$/.exec(wanted) && 443 : Number(url.port);
  return { host: url.hostname, port: port ?? undefined };
}

/** The first of the usual ports that answers: a containerised management node has 443, a native one 46443. */
async function find({ host, port }: Address): Promise<{ url: string; certificate: Certificate }> {
  const { readCertificate } = await import("./certificate.ts");
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  let first: unknown;
  for (const candidate of port === undefined ? [443, 46443] : [port])
    try {
      const certificate = await readCertificate(bare, candidate);
      return { url: new URL(`https://${host}:${candidate}`).origin, certificate };
    } catch (thrown) {
      first ??= thrown;
    }
  throw first;
}

/** The fingerprint to pin, or undefined where the certificate verifies by itself. */
async function trust(
  certificate: Certificate,
  url: string,
  terminal: Terminal,
  now: Date,
): Promise<string | undefined> {
  const { fingerprintRows } = await import("./certificate.ts");
  const { subject, issuer, validFrom, validTo, fingerprint, unverified } = certificate;
  const day = (date: Date) => date.toISOString().slice(0, 10);
  terminal.write(`
Certificate of ${url}
  for        ${subject}
  issued by  ${issuer}
  valid      ${day(validFrom)} to ${day(validTo)}
  SHA-256    ${fingerprintRows(fingerprint).join(`\n${" ".repeat(13)}`)}
`);
  if (now > validTo || now < validFrom)
    throw new HubError("unavailable", "The certificate is out of its dates. Nothing was stored.", {
      advice:
        "Have it renewed on the cluster (and check this machine's clock), then run this again.",
    });
  if (unverified === undefined) {
    terminal.write("It is signed by an authority that this machine trusts.");
    return undefined;
  }
  terminal.write(`No authority that this machine knows vouches for it:
${unverified}.
Compare the fingerprint with the one on the management node before you trust it.`);
  if ((await terminal.ask("Trust exactly this certificate? Type yes:")).toLowerCase() !== "yes")
    throw new HubError("declined", "The certificate was not trusted. Nothing was stored.", {
      advice: "To trust it, run the same command again and type the whole word yes.",
    });
  return fingerprint;
}
