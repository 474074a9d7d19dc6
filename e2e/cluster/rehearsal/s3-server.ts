/**
 * The S3 server of the cluster: s3rver with the keys that a file names, read again while it runs, as an operator makes and closes
 * keys at a store. It refuses the id of a key that is not there; signatures (version 4) it does not check.
 * Words: folder, port, bucket, file with the keys.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Account {
  createKeyPair(id: string, secret: string): void;
  revokeAccessKey(id: string): void;
}
interface Server {
  run(): Promise<unknown>;
}
type ServerClass = new (options: Record<string, unknown>) => Server;

const LOOK_MS = 500;
const [directory = '', port = '', bucket = '', keysFile = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const S3rver = require('s3rver') as ServerClass;
const { DUMMY_ACCOUNT: account } = require('s3rver/lib/models/account.js') as { DUMMY_ACCOUNT: Account };

let held = new Map<string, string>([['S3RVER', 'S3RVER']]);
function readKeys(): void {
  let named: Map<string, string>;
  try {
    named = new Map(Object.entries(JSON.parse(readFileSync(keysFile, 'utf8')) as Record<string, string>));
  } catch {
    // Being written: the keys before stay.
    return;
  }
  for (const id of held.keys()) if (!named.has(id)) account.revokeAccessKey(id);
  for (const [id, secret] of named) account.createKeyPair(id, secret);
  held = named;
}
readKeys();
setInterval(readKeys, LOOK_MS);
await new S3rver({
  directory,
  address: '127.0.0.1',
  port: Number(port),
  // The bucket is in the path: a name of the server is not taken for one.
  vhostBuckets: false,
  configureBuckets: [{ name: bucket, configs: [] }],
}).run();
