import type { Notice } from '@redress/contracts/release-api';
import { Webhook } from 'standardwebhooks';
import { applyHealthGate } from '../health/health-gate.ts';
import { DEFAULT_LIMITS } from '../health/limits.ts';
import { createHealthStore } from '../health/health-store.ts';
import { mailSender, type SendMail } from '../notices/mail.ts';
import { listNotices, testNotice } from '../notices/notices.ts';
import { createNoticeSender } from '../notices/send-notices.ts';
import { addTarget } from '../notices/targets.ts';
import { aRemote, aShell, type BuildFixture } from './builds.ts';
import { startMailServer, startReceiver } from './receivers.ts';
import { aReleaseWorld, MANAGER } from './release-world.ts';

export const CHANNEL = 'production';
export const [first, second] = [aRemote({ buildId: 'a1' }), aRemote({ buildId: 'b2', version: '1.1.0' })];
export const idOf = (build: BuildFixture) => build.descriptor.buildId;

export type NoticeWorld = Awaited<ReturnType<typeof aNoticeWorld>>;

/** A release service with two builds of a remote, a mail server and a receiver of webhooks. */
export async function aNoticeWorld() {
  const world = await aReleaseWorld();
  const { core } = world;
  const health = createHealthStore({ db: core.db, channel: CHANNEL, now: () => world.clock.now, isServed: () => true });
  /** What both answer; 0 takes a mail. */
  const answers = { mail: (_address: string): number => 0, webhook: 204 };
  const mails = await startMailServer({ refuse: (address) => answers.mail(address) });
  const receiver = await startReceiver((reply) => reply.writeHead(answers.webhook).end());
  const said: string[] = [];
  await world.release(aShell(), first);
  await world.release(second);
  const notices = (): Promise<Notice[]> => listNotices(core.db, { channel: CHANNEL, limit: 50 });
  return {
    ...world,
    answers,
    mails,
    receiver,
    /** Logged by senders. */
    said,
    notices,
    async states() {
      return (await notices()).flatMap(({ sendings }) => sendings.map(({ state }) => state));
    },
    pass: (seconds: number) => void (world.clock.now = new Date(world.clock.now.getTime() + seconds * 1_000)),
    add: (given: { email?: string; webhook?: string; team?: string }) =>
      addTarget(core, { channel: CHANNEL, team: null, reason: 'r', privateHosts: [receiver.host], ...given }, MANAGER),
    test: (reason = 'r') => testNotice(core, { channel: CHANNEL, reason }, MANAGER),
    /** Each is a program. */
    sender(sendMail: SendMail = mailSender(mails.config), db = core.db) {
      const sender = createNoticeSender(
        { ...core, db },
        {
          sendMail,
          privateHosts: [receiver.host],
          consoleUrl: () => 'https://console.example.org',
          log: (line) => void said.push(line),
        },
      );
      return { ...sender, sendDue: async () => void (await Promise.all(await sender.takeUpDue())) };
    },
    async fail(build: BuildFixture) {
      const { name: remote, buildId } = build.descriptor;
      const voices = Array.from({ length: 9 }, (_, index) => ({ session: `s${index}`, group: `g${index}` }));
      health.count(voices.map((voice) => ({ remote, buildId, kind: 'load-failed', value: 1, ...voice })));
      await health.flush();
    },
    gate: (isOff = false) =>
      applyHealthGate({
        core,
        health,
        channel: CHANNEL,
        limits: DEFAULT_LIMITS,
        isOff,
      }),
    /** A webhook as its receiver reads it, by the reference library. */
    verified(secret: string, index = 0) {
      const { body, headers } = receiver.received[index]!;
      // The library compares the time with its own clock.
      const clock = jest.spyOn(Date, 'now').mockReturnValue(world.clock.now.getTime());
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: object };
      } finally {
        clock.mockRestore();
      }
    },
    async close() {
      await Promise.all([mails.stop(), receiver.stop()]);
      await world.close();
    },
  };
}
