import type { z } from "zod";

export type Group =
  | "cluster"
  | "portal"
  | "device"
  | "server"
  | "recorder"
  | "hub"
  | "model"
  | "http";

export type Setting = {
  group: Group;
  /** Reads the text of the setting; what it gives where nothing is set is the default. */
  type: z.ZodType;
  /** One sentence for the person who sets it. */
  says: string;
  /** Kept out of every print; the setting can also be given as NAME_FILE. */
  secret?: true;
  /**
   * `also`: NAME_FILE may name a file with the text. `only`: there is nothing but NAME_FILE. `path`: the value is the
   * path of a file that is read while Outpost runs; a relative one starts where it is written.
   */
  file?: "also" | "only" | "path";
  /** What stands in the table where the default is worked out at run time. */
  otherwise?: string;
};
