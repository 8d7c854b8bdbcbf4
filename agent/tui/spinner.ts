export const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** Eight steps a second: enough to look alive, little enough to cost nothing. */
export const SPIN_MS = 125;

export function spinnerAt(now: number): number {
  return Math.floor(now / SPIN_MS) % SPINNER.length;
}
