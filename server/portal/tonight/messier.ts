import type { Target } from "./targets.ts";

// Places (hours and degrees of J2000) of the objects of Messier's catalogue that the list of targets does not rank.
const PLACES = `
open cluster: 6 17.668 -32.22, 7 17.898 -34.82, 11 18.852 -6.27, 18 18.332 -17.13, 21 18.077 -22.50, 23 17.947 -19.02, 25 18.527 -19.25, 26 18.753 -9.40, 29 20.398 38.53, 34 2.700 42.78, 35 6.148 24.33, 36 5.602 34.13, 37 5.873 32.55, 38 5.473 35.83, 39 21.537 48.43, 41 6.783 -20.73, 46 7.697 -14.82, 47 7.610 -14.50, 48 8.230 -5.80, 50 7.053 -8.33, 52 23.403 61.58, 67 8.840 11.82, 93 7.743 -23.87, 103 1.553 60.70
globular cluster: 2 21.558 -0.82, 4 16.393 -26.53, 5 15.310 2.08, 9 17.320 -18.52, 10 16.952 -4.10, 12 16.787 -1.95, 14 17.627 -3.25, 15 21.500 12.17, 19 17.043 -26.27, 22 18.607 -23.90, 28 18.408 -24.87, 30 21.673 -23.18, 53 13.215 18.17, 54 18.918 -30.48, 55 19.667 -30.97, 56 19.277 30.18, 62 17.020 -30.12, 68 12.658 -26.75, 69 18.523 -32.35, 70 18.720 -32.30, 71 19.897 18.78, 72 20.892 -12.53, 75 20.102 -21.92, 79 5.408 -24.55, 80 16.283 -22.98, 92 17.285 43.13, 107 16.542 -13.05
galaxy: 32 0.712 40.87, 49 12.497 8.00, 58 12.628 11.82, 59 12.700 11.65, 60 12.728 11.55, 61 12.365 4.47, 63 13.263 42.03, 64 12.945 21.68, 65 11.315 13.08, 66 11.337 12.98, 77 2.712 -0.02, 81 9.927 69.07, 82 9.930 69.68, 84 12.418 12.88, 85 12.423 18.18, 86 12.437 12.95, 87 12.513 12.40, 88 12.533 14.42, 89 12.595 12.55, 90 12.613 13.17, 91 12.590 14.50, 94 12.848 41.12, 95 10.733 11.70, 96 10.780 11.82, 98 12.230 14.90, 99 12.313 14.42, 100 12.382 15.82, 102 15.108 55.77, 105 10.797 12.58, 108 11.192 55.67, 109 11.960 53.38, 110 0.673 41.68
nebula: 43 5.593 -5.27
planetary nebula: 76 1.707 51.57
star cloud: 24 18.282 -18.48
double star: 40 12.373 58.08
asterism: 73 20.982 -12.63
`;

/** The object of a name such as "M92" or "messier 92", where it is none of the targets. Size and light are not told. */
export function messier(name: string): Target | undefined {
  const number = /^(?:m|messier)\s*(\d{1,3})$/i.exec(name.trim())?.[1];
  return number === undefined ? undefined : ALL.get(Number(number));
}

const ALL = new Map(
  PLACES.trim()
    .split("\n")
    .flatMap((line) => {
      const [type = "", places = ""] = line.split(": ");
      return places.split(", ").map((place): [number, Target] => {
        const [number, raHours = 0, decDeg = 0] = place.split(" ").map(Number);
        const target = { name: `M${number}`, raHours, decDeg, type, sizeArcmin: null, mag: null };
        return [number ?? 0, target];
      });
    }),
);
