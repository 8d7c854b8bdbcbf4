import { join } from "node:path";
import { configFolder } from "../config/places.ts";
import { HubError } from "../tools/kit/errors.ts";
import { cleanText, cut } from "../tools/kit/untrusted.ts";
import type { LineWorld } from "../tools/recorder/client/line.ts";
import type { FoundRecorder } from "../tools/recorder/surface/discovery.ts";
import { readWorldSettings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";
import { typedOrigin } from "./typed-origin.ts";
import { print, type World } from "./world.ts";

const WAIT_MS = 15_000;

/** Pairs with a device by its code, takes the server's key, tries both, and stores what worked in a file of mode 0600. */
export async function setUpRecorder(terminal: Terminal, world: World): Promise<number> {
  terminal.write("Looking for recorders on this machine and its network …");
  // Settings that are not usable do not stand in the way: what is set up here may be what they lack.
  const { settings } = await readWorldSettings(world);
  const nearby = await world.findRecorders?.(settings);
  const { devices, servers } = nearby ?? { devices: [], servers: [] };
  const device = await paired(originOf(await addressOf("device", devices, terminal)), terminal);
  const asked = await addressOf("server", servers, terminal);
  const server = asked === "none" ? undefined : await signedIn(originOf(asked), terminal);

  const { changeEnvFile } = await import("./env-file.ts");
  const path = join(configFolder(world.env), ".env");
  await changeEnvFile(path, {
    RECORDER_DEVICE_URL: device.url,
    RECORDER_DEVICE_TOKEN: device.token,
    RECORDER_DEVICE_TOKEN_FILE: undefined,
    RECORDER_DEVICE_PIN_SHA256: device.pinSha256,
    ...(server && {
      RECORDER_SERVER_URL: server.url,
      RECORDER_SERVER_KEY: server.token,
      RECORDER_SERVER_KEY_FILE: undefined,
      RECORDER_SERVER_PIN_SHA256: server.pinSha256,
    }),
  });
  print(
    world,
    `Stored in ${path} (mode 0600). Outpost only reads until you open it there:
RECORDER_ALLOW_WRITES=true to record and export, RECORDER_FILES=FOLDER for files.
Next: outpost doctor recorder`,
  );
  return 0;
}

const WHERE = {
  device: { ask: "Address of the device:", usual: "http://127.0.0.1:8021", also: "" },
  server: {
    ask: "Address of the server, such as http://127.0.0.1:8022, or none:",
    usual: "none",
    also: ", or none",
  },
} as const;

/** As typed, or one of those that were found. What they say of themselves is proved by pairing or by a key alone. */
async function addressOf(
  kind: keyof typeof WHERE,
  found: readonly FoundRecorder[],
  terminal: Terminal,
): Promise<string> {
  const { ask, usual, also } = WHERE[kind];
  if (found.length === 0) {
    terminal.write(`No ${kind} was found. \`outpost ${kind}\` starts one.`);
    return (await terminal.ask(ask, usual)).trim();
  }
  const rows = found.map(
    ({ id, url }, at) => `  ${at + 1}  ${cut(cleanText(id), 40).padEnd(20)}  ${url}`,
  );
  terminal.write(`Found:\n${rows.join("\n")}\n`);
  const answer = (await terminal.ask(`The ${kind}'s number, an address${also}:`, "1")).trim();
  return found[Number(answer) - 1]?.url ?? answer;
}

/** By a token, or by the code on the device's console. */
async function paired(url: string, terminal: Terminal): Promise<LineWorld> {
  const world = { url, ...(await certificateOf(url, terminal)) };
  const secret = await terminal.askSecret("Pairing code on its console, or its token:");
  const { readCode } = await import("../tools/recorder/surface/pairing-proof.ts");
  const { createDeviceClient } = await import("../tools/recorder/client/device-client.ts");
  const signal = AbortSignal.timeout(WAIT_MS);
  if (readCode(secret) === undefined) {
    const known = { ...world, token: secret };
    await createDeviceClient(known).status(signal);
    terminal.write("The device knows the token.");
    return known;
  }
  const { pairDevice } = await import("../tools/recorder/client/pair-device.ts");
  const { token, deviceId } = await pairDevice(world, secret, signal);
  terminal.write(`Paired with ${deviceId}.`);
  return { ...world, token };
}

async function signedIn(url: string, terminal: Terminal): Promise<LineWorld> {
  const world = { url, ...(await certificateOf(url, terminal)) };
  const token = await terminal.askSecret("Key (outpost server keys create NAME):");
  const { createServerClient } = await import("../tools/recorder/client/server-client.ts");
  await createServerClient({ ...world, token }).status(AbortSignal.timeout(WAIT_MS));
  terminal.write("The server knows the key.");
  return { ...world, token };
}

/** The fingerprint to pin, which a person has compared; none over plain HTTP and where the certificate verifies. */
async function certificateOf(
  address: string,
  terminal: Terminal,
): Promise<Pick<LineWorld, "pinSha256">> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol === "http:") return {};
  const { fingerprintRows, readCertificate } = await import("./certificate.ts");
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  const { fingerprint, unverified } = await readCertificate(bare, Number(port) || 443);
  if (unverified === undefined) return {};
  const rows = fingerprintRows(fingerprint).join(`\n${" ".repeat(11)}`);
  terminal.write(`\nCertificate of ${address}\n  SHA-256  ${rows}\n`);
  const answer = await terminal.ask("Is it the fingerprint on its console? (yes/no)", "no");
  if (/^y(es)?$/i.test(answer)) return { pinSha256: fingerprint };
  throw new HubError("declined", "Nothing was sent there and nothing was stored.");
}

function originOf(text: string): string {
  const origin = typedOrigin(text);
  if (origin !== undefined) return origin;
  throw new HubError("bad-input", "That is no address. Nothing was stored.", {
    advice: "Write http://127.0.0.1:PORT or https://HOST:PORT.",
  });
}
