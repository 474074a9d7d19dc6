import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createSecureContext, type ConnectionOptions, type Server } from 'node:tls';
import type { Metrics } from '@redress/telemetry/server';

/** How often files and address are looked at. */
const LOOK_MS = 10_000;
const ASK_MS = 15 * 60_000;
const ASK_LIMIT_MS = 5_000;
const WEEK_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;

interface TlsFiles {
  certFile: string;
  keyFile: string;
}

interface Pair {
  cert: string;
  key: string;
}

export const readPair = ({ certFile, keyFile }: TlsFiles): Pair => ({
  cert: readFileSync(certFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
});

/** A server that speaks TLS, of either protocol. */
export type SecureServer = Pick<Server, 'setSecureContext'>;

/** What is said of certificates, to the logger of the program. */
export interface CertificateLog {
  info(facts: object, line: string): void;
  warn(line: string): void;
}

/**
 * Serves with the certificate that stands in the files now. One that cannot be used (half written, a key of another one) is said
 * once and the one before stays. Connections that are open go on with what they began with.
 * @returns a look at the files; call it again and again
 */
export function followTlsFiles(server: SecureServer, files: TlsFiles, log: CertificateLog): () => void {
  let served = JSON.stringify(readPair(files));
  let refused = '';
  return () => {
    let seen = '';
    try {
      const pair = readPair(files);
      seen = JSON.stringify(pair);
      if (seen === served) return;
      createSecureContext(pair);
      server.setSecureContext(pair);
      served = seen;
      refused = '';
      log.info({ until: new X509Certificate(pair.cert).validToDate }, 'the certificate was changed');
    } catch (error) {
      const { message } = error as Error;
      if (refused !== `${seen}${message}`) {
        log.warn(`${files.certFile} and ${files.keyFile} cannot be used, the certificate before stays: ${message}`);
      }
      refused = `${seen}${message}`;
    }
  };
}

/** Certificate that the other side of a connection shows, also one that is wrong or has ended. @throws where it shows none */
export async function shownCertificate(to: ConnectionOptions, signal: AbortSignal): Promise<X509Certificate> {
  const socket = connect({ ...to, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal }).catch((error: unknown) => {
      throw signal.aborted ? new Error('no answer') : error;
    });
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) throw new Error('no certificate');
    return certificate;
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}

/** The certificate that visitors get, whoever answers them. @throws where no address answers with one */
export const servedCertificate = ({ hostname, port }: URL): Promise<X509Certificate> =>
  shownCertificate(
    {
      host: hostname,
      port: Number(port || 443),
      ...(/^[\d.:[\]]+$/.test(hostname) ? {} : { servername: hostname }),
    },
    AbortSignal.timeout(ASK_LIMIT_MS),
  );

/**
 * Says each day of its last week that a certificate ends.
 * @param of - whose it is, for the log
 * @returns a look at one, with seconds that are left
 */
export function watchEnd(
  log: Pick<CertificateLog, 'warn'>,
  now: () => Date,
  of = 'the site',
): (certificate: X509Certificate) => number {
  let saidAt = Number.NEGATIVE_INFINITY;
  return ({ validToDate }) => {
    const leftMs = validToDate.getTime() - now().getTime();
    if (leftMs < WEEK_MS && now().getTime() - saidAt >= DAY_MS) {
      saidAt = now().getTime();
      const when = validToDate.toISOString().slice(0, 16).replace('T', ' ');
      log.warn(`The certificate of ${of} ${leftMs < 0 ? 'ended' : 'ends'} at ${when} UTC: put a new one in its place.`);
    }
    return leftMs / 1000;
  };
}

/**
 * Follows the certificate of a site: serves a changed one, and tells in `/metrics` and in the log when it ends. Behind a proxy it is
 * asked for at the site's own address.
 * @returns ends it
 */
export function followCertificate(args: {
  origin: URL;
  /** `null` behind a proxy. */
  tls: { server: SecureServer; files: TlsFiles } | null;
  logger: CertificateLog;
  metrics: Metrics;
}): () => void {
  const { origin, tls, logger, metrics } = args;
  const left = metrics.gauge('site_certificate_expires_seconds', 'Until the certificate ends that visitors get');
  const seen = watchEnd(logger, () => new Date());
  // No figure until one is known, and over plain http none at all.
  left.remove();
  if (origin.protocol !== 'https:') return () => {};
  let isUnanswered = false;
  const ask = async () => {
    try {
      left.set(seen(await servedCertificate(origin)));
      isUnanswered = false;
    } catch (error) {
      if (!isUnanswered) logger.warn(`${origin.href} shows no certificate here: ${(error as Error).message}`);
      isUnanswered = true;
      left.remove();
    }
  };
  const timers = [setInterval(() => void ask(), ASK_MS)];
  if (tls) timers.push(setInterval(followTlsFiles(tls.server, tls.files, logger), LOOK_MS));
  void ask();
  return () => timers.forEach((timer) => clearInterval(timer));
}
