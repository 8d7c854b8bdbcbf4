import assert from "node:assert/strict";
import { once } from "node:events";
import { suite, type TestContext, test } from "node:test";
import { createServer } from "node:tls";
import { generate } from "selfsigned";
import { fingerprintRows, readCertificate } from "./certificate.ts";

/** The port of a server whose certificate names it so. */
async function serverNamed(t: TestContext, name: string): Promise<number> {
  const options = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;
  const { private: key, cert } = await generate([{ name: "commonName", value: name }], options);
  const server = createServer({ key, cert }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : assert.fail("it has no port");
}

suite("a certificate that nobody has vouched for", () => {
  test("says its names in one line, with nothing that a terminal obeys or a reader cannot see", async (t) => {
    const port = await serverNamed(t, "good\u202e\u001b[2Jevil\u200b");
    const { subject, issuer } = await readCertificate("127.0.0.1", port);
    for (const name of [subject, issuer]) {
      assert.match(name, /^CN=good/);
      assert.doesNotMatch(name, /[\p{Cc}\p{Cf}]/u);
    }
  });

  test("has a fingerprint that eighty columns hold in two rows, to be compared octet by octet", () => {
    const octets = Array.from({ length: 32 }, (_, n) => (n + 160).toString(16).toUpperCase());
    const [first = "", second = "", ...more] = fingerprintRows(octets.join(":"));
    assert.equal(first + second, octets.join(":"));
    assert.equal(second, octets.slice(16).join(":"));
    assert.deepEqual(more, []);
  });
});
