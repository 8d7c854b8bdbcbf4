import type { Summary, Transcript } from "../../../tools/recorder/contract.ts";

export type Summarised = Omit<Summary, "recording_id">;

/** What makes a summary of a transcript. */
export type Summariser = {
  /** As the summary will name it. */
  model: string;
  /** Whether the transcript is sent to somebody else's machine for it. */
  leavesTheMachine: boolean;
  /** Throws HubError: `unavailable` where trying again later may help, `failed` where it will not. */
  summarise(transcript: Transcript, signal: AbortSignal): Promise<Summarised>;
};
