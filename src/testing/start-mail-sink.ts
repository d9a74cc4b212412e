import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

/** Paths of a certificate and its key. */
export type CertificateFiles = { certificate: string; key: string };

export type MailSink = {
  /** The value of SMTP_URL. */
  url: string;
  close: () => Promise<void>;
};

/** Starts `mail-sink.ts`. If a certificate is given, the server requires STARTTLS and a login. */
export async function startMailSink(files?: CertificateFiles): Promise<MailSink> {
  const child = fork(
    join(import.meta.dirname, 'mail-sink.ts'),
    files === undefined ? [] : [files.certificate, files.key],
  );
  const [port] = (await once(child, 'message')) as [number];
  const login = files === undefined ? '' : `shop:${randomBytes(24).toString('hex')}@`;
  return {
    url: `smtp://${login}localhost:${port}`,
    close: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
