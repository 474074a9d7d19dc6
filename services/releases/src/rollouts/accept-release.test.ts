import type { RolloutRules, SignedRelease, SignedSnapshot } from '@redress/contracts/releases';
import { aRemote, aReleaseWorld, aShell, MANAGER, type ReleaseWorld } from '../testing/index.ts';
import { acceptRelease } from './accept-release.ts';

const CHANNEL = 'production';
let world: ReleaseWorld;
let earlier: SignedRelease;
let genuine: SignedRelease;
beforeAll(async () => {
  world = await aReleaseWorld();
  await world.release(aShell(), aRemote({ buildId: 'a1' }), aRemote({ name: 'mf-letters', buildId: '11' }));
  const letters = aRemote({ name: 'mf-letters', buildId: '12' });
  const wizard = aRemote({ buildId: 'b2' });
  const now = async () => (await world.core.channels.current(CHANNEL))!.signed;
  for (const build of [letters, wizard]) {
    await world.publish(build);
    const { name: remote, buildId } = build.descriptor;
    earlier = await now();
    await world.core.channels.rollOut(CHANNEL, { remote, buildId, percent: 50 }, MANAGER);
  }
  genuine = await now();
});
afterAll(() => world.close());

const accept = (received: unknown) =>
  acceptRelease(received, { trust: world.core.keys.trust(), channel: CHANNEL, heldNumber: 0, now: world.clock.now });
const signed = (payload: string): SignedSnapshot => {
  const key = world.core.keys.channelKey(CHANNEL);
  return { keyId: key.keyId, signature: key.sign(payload), payload };
};
const withRules = (edit: (rules: RolloutRules) => void): SignedRelease => {
  const rules = JSON.parse(genuine.rollout!.rules.payload) as RolloutRules;
  edit(rules);
  return { ...genuine, rollout: { ...genuine.rollout!, rules: signed(JSON.stringify(rules)) } };
};
const withVariants = (variants: SignedSnapshot[]): SignedRelease => ({
  ...genuine,
  rollout: { ...genuine.rollout!, variants },
});

it('takes what the service signed, and a snapshot with which nothing rolls out', () => {
  expect(accept(genuine).rollout!.variants.size).toBe(3);
  const { rollout: _, ...alone } = genuine;
  expect(accept(alone).rollout).toBeNull();
});

it.each<[string, () => unknown, string]>([
  ['a variant in place of the snapshot of everybody', () => genuine.rollout!.variants[0], 'mixed'],
  ['a variant that is missing', () => withVariants(genuine.rollout!.variants.slice(1)), 'mixed'],
  [
    'a variant twice',
    () => withVariants([...genuine.rollout!.variants.slice(1), genuine.rollout!.variants[1]!]),
    'mixed',
  ],
  [
    'the snapshot of everybody as a variant',
    () => withVariants([genuine, ...genuine.rollout!.variants.slice(1)]),
    'mixed',
  ],
  ['variants of an earlier number', () => withVariants(earlier.rollout!.variants), 'mixed'],
  [
    'rules of an earlier number',
    () => ({ ...genuine, rollout: { ...genuine.rollout!, rules: earlier.rollout!.rules } }),
    'mixed',
  ],
  [
    'rules that nobody signed',
    () => ({
      ...genuine,
      rollout: {
        ...genuine.rollout!,
        rules: { ...genuine.rollout!.rules, payload: genuine.rollout!.rules.payload.replace('5000', '9999') },
      },
    }),
    'bad-signature',
  ],
  [
    'a snapshot as rules',
    () => ({
      ...genuine,
      rollout: {
        ...genuine.rollout!,
        rules: { keyId: genuine.keyId, signature: genuine.signature, payload: genuine.payload },
      },
    }),
    'bad-signature',
  ],
  ['rules of another channel', () => withRules((rules) => void (rules.channel = 'preview')), 'mixed'],
  ['rules of one remote twice', () => withRules(({ rules }) => void (rules[1] = rules[0]!)), 'mixed'],
  [
    'rules whose base is not what everybody has',
    () => withRules(({ rules }) => void (rules[0]!.base = 'f'.repeat(12))),
    'mixed',
  ],
  [
    'rules whose build no variant has',
    () => withRules(({ rules }) => void (rules[0]!.build = 'f'.repeat(12))),
    'mixed',
  ],
  ['a share of more than everybody', () => withRules(({ rules }) => void (rules[0]!.buckets = 10_001)), 'malformed'],
  ['what is no rollout', () => ({ ...genuine, rollout: [] }), 'malformed'],
])('refuses %s', (_, received, code) => {
  expect(() => accept(received())).toThrow(expect.objectContaining({ code }) as Error);
});
