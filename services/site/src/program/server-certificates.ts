import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { present } from '@redress/server/secrets';
import type { Metrics } from '@redress/telemetry/server';
import type { Config } from '../config/config.ts';
import { servedCertificate, shownCertificate, watchEnd, type CertificateLog } from './certificate.ts';

const ASK_MS = 15 * 60_000;
const ASK_LIMIT_MS = 5_000;
const POSTGRES_PORT = 5432;
/** PostgreSQL's request for TLS: eight bytes, after which the server answers with one letter. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether connections to this address are made with TLS. */
export function isSecure({ protocol, hostname, searchParams }: URL): boolean {
  if (protocol === 'https:') return true;
  const mode = searchParams.get('sslmode');
  const isAsked = mode === null ? /^(1|true)$/.test(searchParams.get('ssl') ?? '') : mode !== 'disable';
  return /^postgres(ql)?:$/.test(protocol) && isAsked && hostname !== '';
}

/** The certificate that a PostgreSQL shows. @throws where it shows none */
async function certificateOfDatabase(address: URL): Promise<X509Certificate> {
  const signal = AbortSignal.timeout(ASK_LIMIT_MS);
  const host = address.hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({ host, port: Number(address.port || POSTGRES_PORT) });
  try {
    await once(socket, 'connect', { signal });
    socket.write(SSL_REQUEST);
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    if (String(answer) !== 'S') throw new Error('the server speaks no TLS');
    return await shownCertificate({ socket }, signal);
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}

const OF = {
  database: { variable: 'DATABASE_URL', ask: certificateOfDatabase },
  store: { variable: 'S3_URL', ask: servedCertificate },
} as const;

/** Asks for a certificate now, and again by a timer. @returns ends it */
export function watchServer(
  server: keyof typeof OF,
  address: () => URL,
  {
    logger,
    metrics,
    now = () => new Date(),
  }: { logger: Pick<CertificateLog, 'warn'>; metrics: Metrics; now?: () => Date },
): { stop: () => void; asked: Promise<void> } {
  const left = metrics.gauge(
    'server_certificate_expires_seconds',
    'Until the certificate ends that this process gets from the database or the store',
    ['server'],
  );
  const { variable, ask } = OF[server];
  const seen = watchEnd(logger, now, `the ${server} (${variable})`);
  const look = async () => {
    try {
      const at = address();
      if (isSecure(at)) left.set({ server }, seen(await ask(at)));
      else left.remove({ server });
    } catch {
      // Why it does not answer stands in `/readyz`.
      left.remove({ server });
    }
  };
  const timer = setInterval(() => void look(), ASK_MS);
  return { stop: () => clearInterval(timer), asked: look() };
}

/** Tells in `/metrics` and in the log when the certificates end that database and store show to this process. @returns ends it */
export function watchServerCertificates(
  { databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>,
  given: { logger: Pick<CertificateLog, 'warn'>; metrics: Metrics },
): () => void {
  const watches = [
    ...(databaseUrl === null ? [] : [watchServer('database', () => new URL(present(databaseUrl)), given)]),
    ...(s3 === null ? [] : [watchServer('store', () => new URL(s3.endpoint), given)]),
  ];
  return () => watches.forEach(({ stop }) => stop());
}
