import { once } from 'node:events';
import type { LedgerRow, Notice } from '@redress/contracts/release-api';
import { aReleaseWorld, aRemote, aShell, MANAGER, type ReleaseWorld } from '../src/testing/index.ts';
import { startMailServer, startReceiver } from '../src/testing/receivers.ts';
import { addTarget } from '../src/notices/targets.ts';
import type { DeathAt, Moment } from './kill-at-step.ts';
import { end, startProgram } from './start-program.ts';

const IS_VERIFY = process.env['VERIFY'] === '1';
/** Steps of which a program dies, after it was asked: of the act, of sending, and of its other work in between. */
const STEPS = IS_VERIFY ? Array.from({ length: 60 }, (_, index) => index + 1) : [9, 24];
jest.setTimeout(IS_VERIFY ? 900_000 : 90_000);

let world: ReleaseWorld;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  world = await aReleaseWorld();
  world.clock.now = new Date();
  [mails, receiver] = [await startMailServer(), await startReceiver()];
  await world.release(aShell(), aRemote({ buildId: 'a1' }));
  const told = { channel: 'production', team: null, reason: 'r', privateHosts: [receiver.host] };
  await addTarget(world.core, { ...told, email: 'on-call@example.org' }, MANAGER);
  await addTarget(world.core, { ...told, webhook: receiver.url }, MANAGER);
});
afterEach(async () => {
  await Promise.all([mails.stop(), receiver.stop()]);
  await world.close();
});

const start = () => startProgram(world, { SMTP_PORT: String(mails.config.port) });

it.each(['before', 'after'] satisfies Moment[])(
  'what was told reaches everybody under one id, though programs are killed %s a step of it, and what was not done is not told',
  async (moment) => {
    let asked = 0;
    for (const step of STEPS) {
      const { child, ask } = await start();
      const armed = once(child, 'message');
      child.send({ step, moment } satisfies DeathAt);
      await armed;
      const exited = once(child, 'exit');
      asked += 1;
      await ask('/api/notices/test', { reason: `step ${step}` }).catch(() => null);
      expect((await exited)[1]).toBe('SIGKILL');
    }
    // As if the pause of what was under way were over.
    await world.core.db
      .updateTable('releases.notice_sending')
      .set({ next_at: new Date() })
      .where('state', '=', 'waiting')
      .execute();
    const { child, ask } = await start();
    try {
      let notices: Notice[] = [];
      const isWaiting = ({ sendings }: Notice) => sendings.some(({ state }) => state !== 'sent');
      do notices = await ask<Notice[]>('/api/notices');
      while (notices.some(isWaiting));
      const ledger = await ask<LedgerRow[]>('/api/ledger?limit=500');
      expect(notices).toHaveLength(ledger.filter(({ action }) => action === 'notice-test').length);
      expect(notices.length).toBeLessThanOrEqual(asked);
      const ids = (kind: string) =>
        notices.flatMap(({ sendings }) => sendings.filter((sending) => sending.kind === kind).map(({ id }) => id));
      expect(new Set(mails.received.map(({ messageId }) => messageId))).toEqual(
        new Set(ids('email').map((id) => `<${id}@example.org>`)),
      );
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set(ids('webhook').map((id) => `msg_${id}`)),
      );
      // Twice at most where a program died between the answer and its note.
      expect(receiver.received.length).toBeLessThanOrEqual(notices.length + asked);
    } finally {
      await end({ child });
    }
  },
);
