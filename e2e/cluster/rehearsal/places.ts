import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Layout } from './layout.ts';

export const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const FIRST_PORT = 8500;

/** Where a cluster's files are. */
export interface Places {
  folder: string;
  /** Socket that takes acts. */
  control: string;
  /** What runs where, with every variable: secrets too. */
  layout: string;
  /** A file for each process that was started. */
  processes: string;
  certificate: string;
  /** `SECRETS_DIR` of every process but the sandbox. */
  secrets: string;
  /** Ids of the keys that the S3 server takes, with their secrets. */
  s3Keys: string;
}

function placesIn(folder: string): Places {
  return {
    folder,
    control: path.join(folder, 'control.sock'),
    layout: path.join(folder, 'layout.json'),
    processes: path.join(folder, 'processes'),
    certificate: path.join(folder, 'tls', 'certificate.pem'),
    secrets: path.join(folder, 'secrets'),
    s3Keys: path.join(folder, 's3-keys.json'),
  };
}

/** Of the cluster that this environment names. */
export const clusterPlaces = (environment: NodeJS.ProcessEnv = process.env): Places =>
  placesIn(path.resolve(REPOSITORY, environment['CLUSTER_DIR'] ?? '.cluster'));

/** First port of the cluster that this environment names; not checked. */
export const clusterPort = (environment: NodeJS.ProcessEnv = process.env): number =>
  Number(environment['CLUSTER_PORT'] ?? FIRST_PORT);

/** What the newest start in these places wrote down. */
export const readLayout = ({ layout }: Places): Layout => JSON.parse(readFileSync(layout, 'utf8')) as Layout;
