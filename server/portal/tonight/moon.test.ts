import assert from "node:assert/strict";
import { test } from "node:test";
import { Body } from "astronomy-engine";
import { altitudeOf, moonTimes } from "./night.ts";
import { SITES } from "./sites.ts";
import { skyCache } from "./sky.ts";

const DAY = 86_400_000;

test("rise and set of the moon enclose what a night has of it, all through a month, at all six sites", () => {
  const skyOf = skyCache();
  for (const site of SITES)
    for (let day = 0; day < 30; day += 2) {
      const at = new Date(Date.UTC(2026, 10, 1) + day * DAY);
      const { night, moon, moments } = skyOf(site, at, String(day));
      const said = `${site.code} ${at.toISOString()}`;
      assert.ok(moon.rise && moon.set && moon.rise < moon.set, said);
      assert.ok(moon.set.getTime() - moon.rise.getTime() < 0.75 * DAY, said);
      const up = moments.filter(({ moonAltitude }) => moonAltitude > 1);
      // Around new moon the last of one crescent and the first of the next may share a night of winter.
      if (moon.illumination < 10) continue;
      for (const { at: moment } of up)
        assert.ok(moment >= moon.rise && moment <= moon.set, `${said} ${moment.toISOString()}`);
      assert.ok(night.opensAt && moon.set > night.opensAt, said);
    }
});

test("the rise of a moon that is up has been, also where the next is more than a day away", () => {
  const [site] = SITES;
  assert.ok(site);
  for (let hour = 0; hour < 29 * 24; hour += 7) {
    const at = new Date(Date.UTC(2026, 10, 1) + hour * 3_600_000);
    const { rise, set } = moonTimes(site, at);
    assert.ok(rise && set && set > at, at.toISOString());
    const altitude = altitudeOf(Body.Moon, site, at);
    if (altitude > 1) assert.ok(rise < at, at.toISOString());
    if (altitude < -2) assert.ok(rise > at, at.toISOString());
  }
});
