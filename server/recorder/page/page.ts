import { html } from "hono/html";

/**
 * The page before its script has run. All that changes is put there by the script, as text. It says whether the browser
 * is signed in, so that the script does not have to try.
 */
export function page(assets: string, signedIn: boolean) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Recordings</title>
<link rel="icon" href="${assets}/icon.svg">
<link rel="stylesheet" href="${assets}/page.css">
</head>
<body data-signed-in="${signedIn ? "yes" : "no"}">
<a class="skip" href="#recording">Skip to the recording</a>
<header>
  <h1>Recordings</h1>
  <search><label for="search" class="hidden">Search what was said</label>
  <input id="search" type="search" placeholder="Search what was said" autocomplete="off" spellcheck="false"></search>
  <p id="engine" class="soft"></p>
  <button id="leave" type="button" class="plain" hidden>Sign out</button>
</header>
<p id="contact" role="status" hidden>The server does not answer; trying again …</p>
<main hidden>
  <nav id="list" aria-label="Recordings"><p class="soft">Loading …</p></nav>
  <article id="recording" tabindex="-1" aria-live="off"><p class="soft empty">Choose a recording.</p></article>
</main>
<form id="sign-in" hidden>
  <h2>Sign in</h2>
  <p>Show one of this server’s API keys. It is used once, for this browser, and not kept by it.</p>
  <input class="hidden" type="text" name="username" value="this server" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
  <label for="key">API key</label>
  <input id="key" type="password" required autocomplete="current-password" spellcheck="false">
  <p id="refused" role="alert"></p>
  <button type="submit">Sign in</button>
  <p class="soft">A new one: <code>outpost server keys create NAME</code></p>
</form>
<dialog id="sure" aria-labelledby="sure-title">
  <h2 id="sure-title">Delete this recording?</h2>
  <p id="sure-what"></p>
  <form method="dialog"><button value="no" autofocus>Keep it</button> <button value="yes" class="danger">Delete for good</button></form>
</dialog>
<noscript><p>This page needs a script. The API is at <a href="/docs">/docs</a>.</p></noscript>
<script type="module" src="${assets}/main.js"></script>
</body>
</html>`;
}
