// A mail server for a test: it speaks SMTP on a loopback port, and takes, refuses or is away as told.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type TestMailServer = {
  url: string;
  /** What came in, read as a mail program reads it. */
  received: () => Promise<Email[]>;
  forget: () => void;
  /** What it says to the next letters, one each; then it takes them again. */
  answers: { code: number; text: string }[];
  /** Addresses that it does not know. */
  unknown: Set<string>;
  /** Addresses that somebody wanted to write to, whatever it said. */
  asked: Set<string>;
  /** Addresses whose letters it answers only when they are no longer in here. */
  keepsWaiting: Set<string>;
  /** How many connections are open. */
  connections: () => number;
  /** How many were ever opened. */
  connected: () => number;
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
};

/** Starts it on a port; 0: any that is free. */
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
    answers: [],
    unknown: new Set(),
    asked: new Set(),
    keepsWaiting: new Set(),
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
        // Who is still connected when it goes away is cut off.
        closeTimeout: 100,
        logger: false,
        onConnect: (_session, callback) => {
          connected += 1;
          callback();
        },
        onRcptTo: ({ address }, _session, callback) => {
          mail.asked.add(address);
          const answer = mail.unknown.has(address)
            ? { code: 550, text: 'No such user here' }
            : mail.answers.shift();
          if (answer === undefined) return callback();
          callback(Object.assign(new Error(answer.text), { responseCode: answer.code }));
        },
        onData: (stream, { envelope }, callback) => {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            const answer = (): void => {
              if (envelope.rcptTo.some(({ address }) => mail.keepsWaiting.has(address)))
                return void setTimeout(answer, 10);
              letters.push(Buffer.concat(chunks));
              callback();
            };
            answer();
          });
        },
      });
      // A connection that ends in the middle is what some tests are about; once it listens, this is over.
      server.on('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  await listen(atPort);
  mail.url = `smtp://127.0.0.1:${(server!.server.address() as AddressInfo).port}`;
  return mail;
}
