import { html } from "hono/html";
import { accountStrip } from "./account-strip.ts";
import type { Facts } from "./gather.ts";
import { icon, type Markup } from "./icons.ts";
import { noticeList } from "./notices.ts";
import { picksOf } from "./picks.ts";
import { reservationList } from "./reservation-list.ts";
import { siteCards } from "./site-cards.ts";
import type { Wish } from "./telescope-rows.ts";
import { telescopeTable } from "./telescope-table.ts";
import { clock, dayWords } from "./time-words.ts";
import { timeline } from "./timeline.ts";

/** The whole page. The script asks for it again and takes over what differs inside `data-live`. */
export function page(facts: Facts, wish: Wish, assets: string): Markup {
  const isWaiting = [facts.account, facts.weather, facts.reservations].some(
    ({ kind }) => kind === "waiting",
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Outpost: telescopes tonight</title>
<link rel="icon" href="${assets}/icon.svg">
<link rel="stylesheet" href="${assets}/dashboard.css">
<script src="${assets}/light.js"></script>
<script type="module" src="${assets}/main.js"></script>
<noscript><meta http-equiv="refresh" content="60"></noscript>
</head>
<body>
<a class="skip" href="#telescopes">Skip to the telescopes</a>
<header>
<h1>Outpost <span>telescopes tonight</span></h1>
<div class="strip" id="strip" data-live>${accountStrip(facts)}</div>
<div class="tools">
<p class="utc" id="utc" data-live><time datetime="${facts.now.toISOString()}">${clock(facts.now)}</time> <small>UTC, ${dayWords(facts.now)}</small></p>
<p class="contact" id="contact" role="status"></p>
<button type="button" id="red" aria-pressed="false" hidden>Red light</button>
</div>
</header>
<main id="live" data-live${isWaiting ? html` data-waiting` : ""}>
${noticeList(facts)}
${siteCards(facts)}
${timeline(facts)}
<div class="columns">
${picksOf(facts)}
${telescopeTable(facts, wish)}
${reservationList(facts)}
</div>
</main>
<template id="distrusted">${icon("unknown")}<b>Unknown</b><small>no contact</small></template>
<footer><p>Nothing on this page can spend points or move a telescope. <a href="/docs">The API behind it</a></p></footer>
</body>
</html>`;
}
