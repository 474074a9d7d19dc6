import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import Stripe from 'stripe';
import type { SandboxWorld } from '../sandbox.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'redress-sandbox-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function serve(): Promise<{ world: SandboxWorld; kill: () => Promise<void> }> {
  const script = path.resolve(import.meta.dirname, '../../scripts/serve.ts');
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    world: JSON.parse(line) as SandboxWorld,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const stripeOf = ({ addresses, keys }: SandboxWorld) => {
  const { hostname, port } = new URL(addresses.stripe);
  return new Stripe(keys.stripeSecretKey, { host: hostname, port, protocol: 'http' });
};

it('comes back from kill -9 with every payment and mail it had answered for, and the same keys', async () => {
  const first = await serve();
  const paid = await stripeOf(first.world).paymentIntents.create({
    amount: 4900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await createTransport({ ...first.world.smtp, ignoreTLS: true }).sendMail({
    from: 'a@b.test',
    to: 'c@d.test',
    text: 'x',
  });
  await first.kill();

  const second = await serve();
  expect(second.world.keys).toEqual(first.world.keys);
  const found = await stripeOf(second.world).paymentIntents.retrieve(paid.id);
  expect(found.status).toBe('succeeded');
  const mails = (await (
    await fetch(`${second.world.addresses.mailbox}/messages.json?to=c@d.test`)
  ).json()) as unknown[];
  expect(mails).toHaveLength(1);
});
