import type { Window } from "./score.ts";
import type { Site } from "./sites.ts";
import type { Sky } from "./sky.ts";
import type { Target } from "./targets.ts";

export type WeatherState = "safe" | "unsafe" | "unknown";

/** What the ranking knows of a telescope; a fact that nobody has told is null. */
export type Telescope = {
  tid: string;
  name: string;
  site: string;
  fovArcmin: readonly [number, number] | null;
  minAltDeg: number | null;
  active: boolean | null;
  discountPercent: number | null;
  rateSession: number | null;
  reachable: boolean | null;
};

export type SiteWeather = { site: string; state: WeatherState; ageSeconds: number | null };

export type Wishes = {
  minAlt: number | null;
  minHours: number;
  limit: number;
  moon: "any" | "good";
};

/** Everything a ranking is made from. `from` cuts off what is over; it is the time now, or a later night's start. */
export type Inputs = {
  now: Date;
  skies: readonly Sky[];
  telescopes: readonly Telescope[];
  targets: readonly Target[];
  weather: readonly SiteWeather[];
  pointsBalance: number | null;
  scopesChecked: number;
  /** Whether the weather and the prices are missing because no portal answered. */
  offline: boolean;
  notes: readonly string[];
};

export type Candidate = {
  target: Target;
  scope: Telescope;
  site: Site;
  window: Window;
  fill: number | null;
  score: number;
};
