import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leaseInBucket, leaseInFolder, type LeasePlace } from '@redress/server/blob-store';
import { LEASE_NAME, takeLease, type Lease, type LeaseOptions } from './operator-lease.ts';

const first = { host: 'db-1', machine: 'one', user: 'ada' };
const second = { host: 'db-2', machine: 'two', user: 'bob' };

let folder: string;
let server: Server;
/** What the bucket does with a condition: OpenStack Swift refuses it, and some stores do not know it. */
let conditions: 'taken' | 'refused' | 'unknown';
/** The clock of the store: another one than that of any machine. */
let storeNow: Date;
let object: { text: string; writtenAt: Date } | null;
const held: Lease[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      response.setHeader('date', storeNow.toUTCString());
      if (request.method === 'PUT') {
        if (request.headers['if-none-match'] && conditions === 'refused') return response.writeHead(501).end();
        if (request.headers['if-none-match'] && conditions === 'taken' && object) return response.writeHead(412).end();
        object = { text, writtenAt: storeNow };
      } else if (request.method === 'DELETE') object = null;
      else if (object) return response.setHeader('last-modified', object.writtenAt.toUTCString()).end(object.text);
      else return response.writeHead(404).end();
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-lease-'));
  conditions = 'taken';
  storeNow = new Date('2031-01-01T00:00:00Z');
  object = null;
});
afterEach(async () => {
  for (const lease of held.splice(0)) await lease.release();
  rmSync(folder, { recursive: true });
});

const bucket = (): LeasePlace =>
  leaseInBucket(
    {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ bucket: 'redress', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' },
    },
    LEASE_NAME,
  );
const inFolder = (): LeasePlace => leaseInFolder(folder, LEASE_NAME);
const limitsMs = { renew: 600_000, lostAfter: 120_000, settle: 600_000 };
const noPause = () => Promise.resolve();
const take = async (place: LeasePlace, holder: LeaseOptions['holder'] = first, pause = noPause) => {
  const lease = await takeLease({ place, act: 'restore', ...(holder && { holder }), limitsMs, pause });
  held.push(lease);
  return lease;
};

describe.each([
  ['a folder', inFolder, 'taken'],
  ['a bucket', bucket, 'taken'],
  ['a bucket that refuses conditions', bucket, 'refused'],
  ['a bucket that does not know conditions', bucket, 'unknown'],
] as const)('in %s', (_what, place, answer) => {
  beforeEach(() => {
    conditions = answer;
  });

  it('keeps out an operator of another machine, and says who is there, since when and until when', async () => {
    await take(place());
    await expect(take(place(), second)).rejects.toThrow(
      /^ada on db-1 \(process \d+\) has .+ for restore since \d{4}-\d\d-\d\d \d\d:\d\d UTC, last sign of life 0 s ago: wait for its end\. If that machine is lost, the same command takes over 120 s after the last sign\.$/,
    );
  });

  it('lets one in of two who come at the same moment', async () => {
    // Each looks for the first time before the other one has written, and again when both have, or when one was refused.
    let [waiting, over] = [0, () => {}];
    const written = new Promise<void>((resolve) => (over = resolve));
    const pause = async () => {
      waiting += 1;
      if (waiting === 2) over();
      await written;
    };
    let [looking, go] = [0, () => {}];
    const looked = new Promise<void>((resolve) => (go = resolve));
    const together = (at: LeasePlace): LeasePlace => ({
      ...at,
      async read() {
        const found = await at.read();
        looking += 1;
        if (looking === 2) go();
        await looked;
        return found;
      },
    });
    const come = (holder: typeof first) =>
      take(together(place()), holder, pause).catch((error: unknown) => {
        over();
        throw error;
      });
    const both = await Promise.allSettled([come(first), come(second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is free again when it was given back', async () => {
    await (await take(place())).release();
    await take(place(), second);
  });
});

it('takes over from a machine that was lost, by the clock of the store', async () => {
  const lost = await take(bucket());
  storeNow = new Date(storeNow.getTime() + 119_000);
  await expect(take(bucket(), second)).rejects.toThrow(/last sign of life 119 s ago/);
  storeNow = new Date(storeNow.getTime() + 1_000);
  await take(bucket(), second);
  // The first machine was only suspended. When it resumes, `assertHeld` fails, and `release` leaves the lease of the new holder.
  await expect(lost.assertHeld()).rejects.toThrow(/^bob on db-2/);
  await lost.release();
  expect(object?.text).toContain('bob');
});

it('takes over at once from a process of this machine that has ended', async () => {
  object = {
    text: JSON.stringify({ id: 'former', ...first, act: 'restore', since: '', pid: 2 ** 30, startedAt: '1' }),
    writtenAt: storeNow,
  };
  await expect(take(bucket(), second)).rejects.toThrow(/^ada on db-1/);
  await take(bucket(), first);
});

it('is renewed while it is held, and not when it is not there', async () => {
  const often = { ...limitsMs, renew: 5 };
  const renewed = async () => {
    const place = bucket();
    let count = 0;
    await new Promise<void>((resolve, reject) => {
      const watched: LeasePlace = {
        ...place,
        write: async (text) => {
          await place.write(text);
          count += 1;
          if (count === 2) resolve();
        },
      };
      takeLease({ place: watched, act: 'archive', holder: first, limitsMs: often }).then(
        (lease) => held.push(lease),
        reject,
      );
    });
  };
  await renewed();
  let seen = () => {};
  const looked = new Promise<void>((resolve) => (seen = resolve));
  const place = inFolder();
  const watched: LeasePlace = {
    ...place,
    async read() {
      const found = await place.read();
      if (found === null && readdirSync(folder).length === 0) seen();
      return found;
    },
  };
  const lease = await takeLease({
    place: { ...watched, create: place.create },
    act: 'archive',
    holder: first,
    limitsMs: often,
  });
  // The mount is away: nothing is written in its place.
  rmSync(path.join(folder, LEASE_NAME));
  await looked;
  await lease.release();
  expect(readdirSync(folder)).toEqual([]);
});

it('counts a file that cannot be read by its age alone', async () => {
  object = { text: '{', writtenAt: storeNow };
  await expect(take(bucket())).rejects.toThrow(/^somebody on a machine/);
  storeNow = new Date(storeNow.getTime() + 120_000);
  await take(bucket());
});
