import type { ProgressToken, ServerContext } from "@modelcontextprotocol/server";
import type { Call } from "../tools/kit/define-tool.ts";

/**
 * Sends a call's progress to the client that asked for it. The protocol wants each value above the one before, so a
 * message without an advance goes out a thousandth higher, and values that fall back are lifted likewise.
 */
export function progressTo(ctx: ServerContext, token: ProgressToken | undefined): Call["progress"] {
  if (token === undefined) return () => undefined;
  let last = -1;
  return ({ done, total, message }) => {
    if (ctx.mcpReq.signal.aborted) return;
    last = done > last ? done : last + 0.001;
    const params = {
      progressToken: token,
      progress: last,
      message,
      ...(total === undefined ? {} : { total: Math.max(total, Math.ceil(last)) }),
    };
    // A client that has gone is noticed elsewhere; progress is a courtesy.
    ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
