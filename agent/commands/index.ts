import type { Command } from "../command.ts";
import { approve } from "./approve.ts";
import { ask } from "./ask.ts";
import { audit } from "./audit.ts";
import { call } from "./call.ts";
import { chat } from "./chat.ts";
import { demo } from "./demo.ts";
import { device } from "./device.ts";
import { doctor } from "./doctor.ts";
import { mcp } from "./mcp.ts";
import { pin } from "./pin.ts";
import { portal } from "./portal.ts";
import { server } from "./server.ts";
import { setup } from "./setup.ts";
import { simulate } from "./simulate.ts";
import { tools } from "./tools.ts";

/** Every command of Outpost, in the order of `outpost --help`. */
export const COMMANDS: readonly Command[] = [
  chat,
  ask,
  demo,
  setup,
  doctor,
  tools,
  call,
  mcp,
  portal,
  device,
  server,
  simulate,
  approve,
  pin,
  audit,
];
