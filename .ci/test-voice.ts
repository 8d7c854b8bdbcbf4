import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeToPcm } from "../tools/recorder/audio/decode-to-pcm.ts";
import type { Prompt } from "./speech-corpus.ts";
import { RATE } from "./speech-corpus.ts";

/** What the test voice says: everyday speech of ours, with nothing chosen for being easy. */
const SENTENCES = [
  "The meeting starts at nine tomorrow morning in the large room on the second floor.",
  "We decided to move the release to Thursday because the tests are not finished.",
  "Please remember to buy some bread and coffee on the way home.",
  "Mary will write to the customers on Monday and tell them about the new date.",
  "The train to the city was late again, so I missed the first talk.",
  "My doctor said that I should walk for half an hour every day.",
  "Can you send me the report before the end of the week?",
  "The price of the old house was much lower than we had expected.",
  "The children played in the garden until it was too dark to see the ball.",
  "I think we should ask three other companies for an offer before we decide.",
  "The weather will be cold and windy, with some rain in the afternoon.",
  "There is a problem with the second machine, it stops after about ten minutes.",
  "My brother lives in a small village near the sea and works as a teacher.",
  "Nobody knows why the lights in the kitchen went out last night.",
  "Let us talk about the budget first and then about the people that we need.",
  "She told me that the letter had arrived, but nobody had opened it.",
];

/** Speech of the voice `cmu_us_slt_arctic_hts` of festival (Debian: festival, festvox-us-slt-hts). */
export async function* testVoice(): AsyncGenerator<Prompt> {
  const folder = mkdtempSync(join(tmpdir(), "outpost-voice-"));
  try {
    for (const [i, text] of SENTENCES.entries()) {
      const path = join(folder, `${i}.wav`);
      const how = ["-eval", "(voice_cmu_us_slt_arctic_hts)", "-o", path];
      execFileSync("text2wave", how, { input: text, stdio: ["pipe", "ignore", "inherit"] });
      const pieces: number[] = [];
      for await (const piece of decodeToPcm(path, { rate: RATE, channels: 1 }))
        for (const sample of piece) pieces.push(sample);
      yield { name: `voice-${i}`, text, samples: Int16Array.from(pieces) };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
