// Runs a mail server for tests, which speaks SMTP on a loopback port. It accepts mails, refuses them or is unreachable,
// as the test demands.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type TestMailServer = {
  url: string;
  /** Returns the received mails, parsed as a mail program would parse them. */
  received: () => Promise<Email[]>;
  forget: () => void;
  /** Answers to the next mails, one for each mail. When they are used up, the server accepts mail again. */
  replies: { code: number; text: string }[];
  /** Addresses that the server says it does not know. */
  unknown: Set<string>;
  /** All addresses to which a client wanted to send a mail, whatever the server answered. */
  asked: Set<string>;
  /** Addresses whose mails get no answer until the test removes the address from this set. */
  stalled: Set<string>;
  /** Number of open connections. */
  connections: () => number;
  /** Number of all connections so far. */
  connected: () => number;
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
};

/** Starts the server on a port. If the port is 0, the server gets any free port. */
export async function startMailServer(atPort = 0): Promise<TestMailServer> {
  let server: SMTPServer;
  const letters: Buffer[] = [];
  let connected = 0;
  const mail: TestMailServer = {
    url: '',
    received: () => Promise.all(letters.map((letter) => PostalMime.parse(letter))),
    forget: () => {
      letters.length = 0;
    },
    replies: [],
    unknown: new Set(),
    asked: new Set(),
    stalled: new Set(),
    connections: () => server.connections.size,
    connected: () => connected,
    goAway: () => new Promise((resolve) => server.close(resolve)),
    comeBack: () => listen(Number(new URL(mail.url).port)),
  };
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server = new SMTPServer({
        authOptional: true,
        hideSTARTTLS: true,
        disableReverseLookup: true,
        // Milliseconds after which open connections are cut when the server closes.
        closeTimeout: 100,
        logger: false,
        onConnect: (_session, callback) => {
          connected += 1;
          callback();
        },
        onRcptTo: ({ address }, _session, callback) => {
          mail.asked.add(address);
          const reply = mail.unknown.has(address)
            ? { code: 550, text: 'No such user here' }
            : mail.replies.shift();
          if (reply === undefined) return callback();
          callback(Object.assign(new Error(reply.text), { responseCode: reply.code }));
        },
        onData: (stream, { envelope }, callback) => {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            const accept = (): void => {
              if (envelope.rcptTo.some(({ address }) => mail.stalled.has(address)))
                return void setTimeout(accept, 10);
              letters.push(Buffer.concat(chunks));
              callback();
            };
            accept();
          });
        },
      });
      // After the server listens, errors are ignored, because some tests break connections.
      server.on('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  await listen(atPort);
  mail.url = `smtp://127.0.0.1:${(server!.server.address() as AddressInfo).port}`;
  return mail;
}
