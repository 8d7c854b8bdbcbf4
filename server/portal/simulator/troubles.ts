import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { jsonOf } from "./answers.ts";
import { html } from "./pages.ts";
import type { Trouble } from "./switches.ts";

/** The broken answer. Throws what `fetch` throws where no answer comes at all. */
export async function troubled(
  trouble: Trouble,
  request: Request,
  retryAfter: string,
): Promise<Response> {
  switch (trouble) {
    case "yellow-screen":
      return html("<h1>Server Error in '/' Application.</h1><p>Stack: at Secret.Code()</p>", 500);
    case "asmx-error":
      return jsonOf(
        '{"Message":"There was an error.","StackTrace":"at Secret.Code()","ExceptionType":"System.Exception"}',
        500,
      );
    case "bot-header":
      return html("<title>Wait</title>", 403, { "cf-mitigated": "challenge" });
    case "bot-body":
      return html(
        '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x">',
        503,
        {
          server: "cloudflare",
        },
      );
    case "html":
      return html(
        "<title>News</title><p>Something <b>else</b>. <a href='/Logout.aspx'>Log out</a></p>",
      );
    case "long-html":
      return html(`<h1>News</h1> <p>Something <b>else</b> ${"and more ".repeat(100)}</p>`);
    case "truncated":
      return jsonOf('{"d":{"Points":"12');
    case "bom":
      return jsonOf('\ufeff{"d":{"Points":"7","Plan":"Plan-40"}}');
    case "windows-1252":
      return new Response(Buffer.from('{"d":{"Points":"7","Plan":"Caf\xe9"}}', "latin1"), {
        headers: { "content-type": "application/json; charset=windows-1252" },
      });
    case "gzip":
      return new Response(gzipSync('{"d":{"Points":"7","Plan":"Zipped"}}'), {
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      });
    case "huge":
      return jsonOf(`{"d":"${"x".repeat(5 * 1024 * 1024)}"}`);
    case "offsite":
      return moved("http://elsewhere.test/evil");
    case "offsite-307":
      return moved("http://elsewhere.test/sink", 307);
    case "loop":
      return moved(request.url);
    case "no-location":
      return new Response(null, { status: 302 });
    case "to-logout":
      return moved("/Logout.aspx");
    case "refused":
      throw failed("ECONNREFUSED");
    case "reset":
      throw failed("ECONNRESET");
    case "unavailable":
      return html("Down for maintenance", 503, { "retry-after": retryAfter });
    case "unauthorized":
      return jsonOf('{"Message":"Authentication failed."}', 401, { jsonerror: "true" });
    case "innocent":
      // The words of a page against bots, where they mean nothing: a policy, and a text about them.
      return html("<title>Just a moment in the sky</title><p>cf-mitigated, /cdn-cgi/</p>", 200, {
        server: "cloudflare",
        "content-security-policy": "script-src https://cdnjs.cloudflare.com",
      });
    case "maintenance":
      return html("<title>Just a moment, we are back soon</title>", 503, { server: "IIS" });
    case "echo":
      return html(`<p>cookie: ${request.headers.get("cookie") ?? ""}, you wrote correct horse</p>`);
    case "not-found":
      return html("Not here", 404);
    case "hang":
      if (!request.signal.aborted) await once(request.signal, "abort");
      throw request.signal.reason;
  }
}

const moved = (location: string, status = 302) =>
  new Response("Object moved", { status, headers: { location } });

const failed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
