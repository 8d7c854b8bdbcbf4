/** In the place of a client: a list needs no system, and a tool that asked it something while it is made would be a bug. */
export function absentSystem<Client extends object>(name: string): Client {
  const asked = (member: string | symbol) => () => {
    throw new Error(`the listing of a tool called ${String(member)} of ${name}`);
  };
  return new Proxy({} as Client, { get: (_, member) => asked(member) }); // as: nothing of it is used
}
