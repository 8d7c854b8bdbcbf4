export type Figures = { min: number; median: number; p95: number; max: number };

export function figures(samples: readonly number[]): Figures {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

export function show(name: string, samples: readonly number[], unit: string, digits = 1): string {
  const { min, median, p95, max } = figures(samples);
  const [a, b, c, d] = [min, median, p95, max].map((value) => value.toFixed(digits));
  return `${name.padEnd(44)} median ${b} ${unit}   [${a} – ${d}]   p95 ${c}   n ${samples.length}`;
}
