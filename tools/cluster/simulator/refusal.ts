/** An answer other than success: thrown by an endpoint, written by the simulator as a status envelope. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * What the API says of an object that is not there, or of a value it cannot take. It answers 400 for both: a 404 means
 * that the endpoint does not exist.
 */
export function invalid(parameter: string): Refusal {
  return new Refusal(400, `Invalid value in '${parameter}'`);
}
