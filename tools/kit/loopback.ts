/**
 * Whether nothing beyond this machine can reach what listens at a host, or hear what is sent there. IPv6 may stand in
 * brackets. A name other than localhost could be anybody's, and so could one that only begins like an address.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}

/** Whether anybody on the way could read what is sent to this address. */
export function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}

/** Where this machine reaches, over plain HTTP, what it serves itself: on loopback, whatever else that listens on. */
export function originHere({ host, port }: { host: string; port: number }): string {
  return `http://${host === "::1" ? "[::1]" : "127.0.0.1"}:${port}`;
}
