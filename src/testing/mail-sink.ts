// Runs a mail server that accepts all mail and stores none. It is a separate process (`start-mail-sink.ts`), so that
// its work doesn't count as the shop's. If given the files of a certificate and its key, it offers STARTTLS and
// requires a login.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const [certificate, key] = process.argv.slice(2);

const server = new SMTPServer({
  ...(certificate === undefined || key === undefined
    ? { authOptional: true, hideSTARTTLS: true }
    : { cert: readFileSync(certificate), key: readFileSync(key) }),
  disableReverseLookup: true,
  logger: false,
  onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
  onData: (stream, _session, callback) => {
    stream.resume();
    stream.on('end', () => callback());
  },
});
// If a shop is killed, it breaks the connection in the middle of a mail.
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => process.send!((server.server.address() as AddressInfo).port));

process.once('disconnect', () => process.exit());
