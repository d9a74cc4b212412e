// Opens a TLS proxy in front of a Postgres, with a self-signed certificate.
import { generateKeyPairSync, sign } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';

export type TlsFront = {
  /** The address of the Postgres through this proxy, which requires TLS. */
  url: string;
  /** The proxy's certificate, as PEM. */
  certificate: string;
  close: () => Promise<void>;
};

/** The length of a client's request for TLS, in bytes. */
const REQUEST_BYTES = 8;

/** Opens a proxy for the Postgres at `url`. `address`: the IP address in the proxy's certificate. */
export async function openTlsFront(url: string, address = '127.0.0.1'): Promise<TlsFront> {
  const { hostname, port } = new URL(url);
  const { key, certificate } = signItself(address);
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('readable', () => {
      if (client.read(REQUEST_BYTES) === null) return client.destroy();
      client.write('S');
      const plain = new TLSSocket(client, { isServer: true, key, cert: certificate });
      const postgres = connect(Number(port), hostname);
      for (const end of [plain, postgres]) end.on('error', () => client.destroy());
      plain.pipe(postgres).pipe(plain);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front = new URL(url);
  front.hostname = '127.0.0.1';
  front.port = String((server.address() as AddressInfo).port);
  front.searchParams.set('sslmode', 'verify-full');
  return {
    url: front.href,
    certificate,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function signItself(address: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('A test')))));
  const algorithm = der(0x30, oid('2a8648ce3d040302')); // the algorithm: ECDSA with SHA-256
  const addresses = der(0x30, der(0x87, Buffer.from(address.split('.').map(Number))));
  const extensions = der(0x30, der(0x30, oid('551d11'), der(0x04, addresses)));
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))), // the version: X.509 version 3
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, utc('000101000000Z'), utc('491231000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
  const certificate = der(0x30, signed, algorithm, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes a value of X.509 with its tag and length. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utc = (time: string): Buffer => der(0x17, Buffer.from(time));
