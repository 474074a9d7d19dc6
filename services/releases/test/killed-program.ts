/** The release service and a site's part of it, as a process of its own: `DATA_DIR` and `DATABASE_URL` say where. */
import './kill-at-step.ts';
import { createDatabase } from '@redress/database';
import { createLogger } from '@redress/telemetry/server';
import Fastify from 'fastify';
import { createReleases } from '../src/create-releases.ts';

const { DATA_DIR: dataDir = '', DATABASE_URL: url = '', SMTP_PORT: smtpPort } = process.env;
const releases = createReleases({
  storage: { dataDir },
  channel: 'production',
  previewCookie: 'redress-preview',
  database: createDatabase({ url, name: 'killed' }),
  logger: createLogger({ name: 'killed', level: 'silent' }),
  console: { host: '127.0.0.1', port: 0 },
  healthGate: false,
  ...(smtpPort === undefined
    ? {}
    : {
        notices: {
          mail: { host: '127.0.0.1', port: Number(smtpPort), from: 'releases@example.org' },
          privateHosts: ['127.0.0.1'],
        },
      }),
});
await releases.start();
const site = Fastify();
await releases.register(site);
process.send?.({ api: releases.consoleUrl(), site: await site.listen({ host: '127.0.0.1', port: 0 }) });
