import type AnthropicSdk from "@anthropic-ai/sdk";
import { toLlmError } from "./anthropic-errors.ts";
import { fromMessage, type Profile, toParams } from "./anthropic-wire.ts";
import { type Delta, type Llm, LlmError } from "./llm.ts";

const DEFAULT_MODEL = "claude-opus-5-5";

export type AnthropicOptions = {
  apiKey?: string | undefined;
  authToken?: string | undefined;
  /** Without a trailing `/v1`. Any other than Anthropic's own gets the `compatible` profile. */
  baseUrl?: string | undefined;
  model?: string | undefined;
  profile?: Profile;
  /** How long the server may say nothing at all, not even a ping, before the attempt is given up. */
  idleSeconds?: number;
  /** Most tokens of one reply. */
  maxTokens?: number;
};

const OWN_HOST = "https://api.anthropic.com";
// A model on this laptop may read a long prompt for minutes before its first word; the API pings meanwhile.
const IDLE_SECONDS: Record<Profile, number> = { anthropic: 60, compatible: 300 };
const MAX_TOKENS: Record<Profile, number> = { anthropic: 32_000, compatible: 8_192 };

/** A model behind the Messages API. Costs nothing until its first reply: the SDK is loaded then. */
export function createAnthropic(options: AnthropicOptions): Llm {
  const baseUrl = (options.baseUrl || OWN_HOST).replace(/\/+$/, "").replace(/\/v1$/, "");
  const profile = options.profile ?? (isAnthropic(baseUrl) ? "anthropic" : "compatible");
  const model = {
    name: options.model || DEFAULT_MODEL,
    profile,
    maxTokens: options.maxTokens ?? MAX_TOKENS[profile],
  };
  const idleSeconds = options.idleSeconds ?? IDLE_SECONDS[profile];
  const secrets = [options.apiKey, options.authToken].filter((s): s is string => !!s);

  return {
    model: model.name,
    metered: true,
    async reply(request, onDelta, signal) {
      signal.throwIfAborted();
      const sdk = await loadSdk();
      const idle = watchdog(idleSeconds);
      const client = new sdk({
        ...credential(options),
        baseURL: baseUrl,
        maxRetries: 0,
        logLevel: "off",
        fetch: async (url, init) => idle.watched(await fetch(url, init)),
      });
      try {
        const stream = client.messages.stream(toParams(request, model), {
          signal: AbortSignal.any([signal, idle.signal]),
        });
        stream.on("streamEvent", (event) => {
          const delta = toDelta(event);
          if (delta) onDelta(delta);
        });
        return fromMessage(await stream.finalMessage());
      } catch (thrown) {
        signal.throwIfAborted();
        throw thrown instanceof LlmError
          ? thrown
          : toLlmError(thrown, sdk, {
              secrets,
              quietSeconds: idle.signal.aborted ? idleSeconds : undefined,
              now: Date.now(),
            });
      } finally {
        idle.stop();
      }
    },
  };
}

// Loading the SDK takes a fifth of a second, which the first paint need not wait for.
let loading: Promise<typeof AnthropicSdk> | undefined;
const loadSdk = () => (loading ??= import("@anthropic-ai/sdk").then((module) => module.default));

/** Exactly one credential, so that the SDK looks for none of its own in the environment or on disk. */
function credential(options: AnthropicOptions): { apiKey: string } | { authToken: string } {
  if (options.apiKey) return { apiKey: options.apiKey };
  return { authToken: options.authToken || "none" };
}

function isAnthropic(baseUrl: string): boolean {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  return url?.hostname === "api.anthropic.com" || !!url?.hostname.endsWith(".anthropic.com");
}

function toDelta(event: AnthropicSdk.MessageStreamEvent): Delta | undefined {
  if (event.type === "content_block_start" && event.content_block.type === "tool_use")
    return { type: "tool", name: event.content_block.name };
  if (event.type !== "content_block_delta") return undefined;
  if (event.delta.type === "text_delta") return { type: "text", text: event.delta.text };
  if (event.delta.type === "thinking_delta")
    return { type: "thinking", text: event.delta.thinking };
  return undefined;
}

/**
 * Aborts its signal when nothing arrives for `seconds`. It counts bytes, not events: the SDK keeps pings to itself,
 * and its own timeout ends with the headers.
 */
function watchdog(seconds: number) {
  const quiet = new AbortController();
  const timer = setTimeout(() => quiet.abort(), seconds * 1000);
  return {
    signal: quiet.signal,
    stop: () => clearTimeout(timer),
    watched(response: Response): Response {
      timer.refresh();
      if (!response.body) return response;
      const touch = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, to) {
          timer.refresh();
          to.enqueue(chunk);
        },
      });
      const { status, statusText, headers } = response;
      return new Response(response.body.pipeThrough(touch), { status, statusText, headers });
    },
  };
}
