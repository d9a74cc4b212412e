// Finds the expiry of the shop's public certificate. The certificate belongs to the proxy, so the shop connects to its
// own address as a browser would.
import { isIP } from 'node:net';
import { connect } from 'node:tls';

const ASK_EVERY_MS = 3_600_000;
const ASK_AGAIN_MS = 300_000;
const RESPONSE_WITHIN_MS = 10_000;

export type Certificate = {
  host: string;
  /**
   * Returns the expiry as last read, or null if no server responded yet. If the last read is too old, starts another
   * one, and does not wait for it.
   */
  end: () => Date | null;
  /** Reads the expiry now. */
  poll: () => Promise<void>;
};

/**
 * Watches the certificate of the shop's address. Returns null if the address is not https, because there is no
 * certificate.
 */
export function watchCertificate(publicUrl: string): Certificate | null {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  const host = hostname.replaceAll(/[[\]]/g, '');
  let end: Date | null = null;
  let pollAfter = 0;

  async function poll(): Promise<void> {
    pollAfter = performance.now() + ASK_EVERY_MS;
    end = await endOf(host, port === '' ? 443 : Number(port)).catch(() => null);
    if (end === null) pollAfter = performance.now() + ASK_AGAIN_MS;
  }

  return {
    host,
    poll,
    end: () => {
      if (performance.now() >= pollAfter) void poll();
      return end;
    },
  };
}

function endOf(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      // An expired certificate must be accepted, because its expiry is what matters. Nothing is sent to the server.
      rejectUnauthorized: false,
      timeout: RESPONSE_WITHIN_MS,
    });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('No response in time')));
    socket.once('error', reject);
    socket.once('close', () =>
      reject(new Error('The connection was closed without a certificate')),
    );
  });
}
