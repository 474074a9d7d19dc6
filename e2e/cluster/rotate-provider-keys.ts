import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { writePrivately } from './rehearsal/first-files.ts';
import type { Member } from './rehearsal/layout.ts';
import { consoleSignIn, judgedBySandbox, signIn } from './rotate-sign-in.ts';
import { putSecrets } from './secret-files.ts';

/** `/readyz` asks a provider once a minute. */
const ASKED_AGAIN_MS = 62_000;

/** Variables by the name that the sandbox has for each. */
const OF_SANDBOX = {
  STRIPE_SECRET_KEY: 'stripeSecretKey',
  STRIPE_PUBLISHABLE_KEY: 'stripePublishableKey',
  STRIPE_WEBHOOK_SECRET: 'stripeWebhookSecret',
  LOB_API_KEY: 'lobApiKey',
  LOB_WEBHOOK_SECRET: 'lobWebhookSecret',
  PLACES_KEY: 'placesKey',
  OIDC_CLIENT_SECRET: 'oidcClientSecret',
  CONSOLE_OIDC_CLIENT_SECRET: 'consoleClientSecret',
  SMTP_URL: 'smtpPassword',
} as const;
/** By these others prove themselves to the product: both count until the old one is taken out. */
const INCOMING = ['STRIPE_WEBHOOK_SECRET', 'LOB_WEBHOOK_SECRET', 'METRICS_TOKEN'];

type Keys = Record<string, string>;

/** What the provider knows of a variable: of the mail server's address the password alone. */
const secretIn = (name: string, value = ''): string => (name === 'SMTP_URL' ? new URL(value).password : value);

/** Another one of the same form. */
function drawn(name: string, former = ''): string {
  const fresh = randomBytes(18).toString('hex');
  if (name === 'SMTP_URL') return Object.assign(new URL(former), { password: fresh }).href;
  return `${/^(sk_test_|pk_test_|whsec_)/.exec(former)?.[1] ?? ''}${fresh}`;
}

/**
 * As an operator does it: a further key at each provider, the files, then the old key closed at the provider. There and back, so
 * that the sandbox's own variables are right again.
 */
export async function changeProviderKeys(cluster: RunningCluster): Promise<{ measured: string; isReached: boolean }> {
  const environment = cluster.layout.members.find(({ role }) => role === 'claims')?.environment ?? {};
  const names = [...Object.keys(OF_SANDBOX), 'METRICS_TOKEN', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const first: Keys = Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
  const next: Keys = Object.fromEntries(names.map((name) => [name, drawn(name, first[name])]));
  const faults = [
    ...(await change(cluster, first, next)),
    ...(await usedAlone(cluster)),
    ...(await judgedBySandbox(cluster.layout, { refused: first, taken: next })),
    ...(await change(cluster, next, first)),
  ];
  return {
    measured: faults.length === 0 ? 'every process has the new ones, the old ones are refused' : faults.join('; '),
    isReached: faults.length === 0,
  };
}

/** @returns what went wrong */
async function change(cluster: RunningCluster, from: Keys, to: Keys): Promise<string[]> {
  const { places, layout } = cluster;
  const issue = (keys: (name: string) => string[]) =>
    tell(
      layout.ports.sandbox + 6,
      Object.fromEntries(Object.entries(OF_SANDBOX).map(([name, of]) => [of, keys(name)])),
    );
  const idOf = (keys: Keys) => [keys['S3_ACCESS_KEY_ID'] ?? '', keys['S3_SECRET_ACCESS_KEY'] ?? ''] as const;
  await issue((name) => [secretIn(name, from[name]), secretIn(name, to[name])]);
  writePrivately(places.s3Keys, Object.fromEntries([idOf(from), idOf(to)]));
  await wait(1_000);
  const both = Object.fromEntries(
    Object.entries(to).map(([name, value]) => [name, INCOMING.includes(name) ? `${value}\n${from[name]}` : value]),
  );
  await putSecrets(places.secrets, both);
  await issue((name) => [secretIn(name, to[name])]);
  writePrivately(places.s3Keys, Object.fromEntries([idOf(to)]));
  const faults = [...(await accepts(layout.members, from, true)), ...(await accepts(layout.members, to, true))];
  await putSecrets(places.secrets, to);
  return [...faults, ...(await accepts(layout.members, from, false)), ...(await accepts(layout.members, to, true))];
}

async function tell(port: number, keys: Record<string, string[]>): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(keys),
  });
  if (!answer.ok) throw new Error(`The sandbox does not take the keys: ${answer.status} ${await answer.text()}`);
}

/** Asks every process with the token of the metrics, and every `claims` as Stripe and Lob do. @returns where it is not as wanted */
async function accepts(members: readonly Member[], keys: Keys, isWanted: boolean): Promise<string[]> {
  const asked = members.flatMap((member) => {
    const at = `http://127.0.0.1:${member.port}`;
    const metrics = async () => {
      const headers = { authorization: `Bearer ${keys['METRICS_TOKEN']}` };
      return (await fetch(`${at}/metrics`, { headers })).ok;
    };
    const hooks = [
      ['Stripe', () => isSigned(`${at}/api/stripe/webhook`, stripeSigned(keys['STRIPE_WEBHOOK_SECRET'] ?? ''))],
      ['Lob', () => isSigned(`${at}/api/carrier/webhook?carrier=lob`, lobSigned(keys['LOB_WEBHOOK_SECRET'] ?? ''))],
    ] as const;
    // The sandbox is the other side, with variables of its own.
    const all = member.role === 'sandbox' ? [] : ([['METRICS_TOKEN', metrics]] as const);
    return [...all, ...(member.role === 'claims' ? hooks : [])].map(async ([what, isAccepted]) =>
      (await isAccepted()) === isWanted ? null : `${member.name} ${isWanted ? 'refuses' : 'still takes'} ${what}`,
    );
  });
  return (await Promise.all(asked)).filter((fault) => fault !== null);
}

const EVENT = JSON.stringify({
  id: 'evt_of_the_drill',
  object: 'event',
  type: 'payment_method.attached',
  event_type: { id: 'letter.viewed' },
  reference_id: 'ltr_none',
  created: 0,
  livemode: false,
  data: { object: { object: 'payment_method', id: 'pm_none' } },
});

function stripeSigned(secret: string): Record<string, string> {
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${at}.${EVENT}`).digest('hex');
  return { 'stripe-signature': `t=${at},v1=${signature}` };
}

function lobSigned(secret: string): Record<string, string> {
  const at = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${at}.${EVENT}`).digest('hex');
  return { 'lob-signature-timestamp': at, 'lob-signature': signature };
}

const isSigned = async (url: string, headers: Record<string, string>): Promise<boolean> =>
  (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: EVENT })).ok;

/** Each process asks its providers with what it has now. @returns what is not answered */
async function usedAlone({ layout }: RunningCluster): Promise<string[]> {
  await wait(ASKED_AGAIN_MS);
  const faults: string[] = [];
  for (const { name, role, port } of layout.members) {
    if (role === 'sandbox') continue;
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { services } = (await answer.json()) as { services: Record<string, { ok: boolean; detail?: string }> };
    for (const [service, { ok, detail }] of Object.entries(services)) {
      if (!ok || detail !== undefined) faults.push(`${name} ${service}: ${detail ?? 'not ready'}`);
    }
    if (role === 'releases' && (await consoleSignIn(layout, name)) === 'away') faults.push(`${name}: nobody signs in`);
    if (role !== 'claims') continue;
    const entered = await signIn(layout, port);
    if (entered !== '/dashboard') faults.push(`${name}: nobody signs in: ${entered}`);
    const places = await fetch(`http://127.0.0.1:${port}/api/googleplace/places-proxy.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: layout.origin, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ type: 'autocomplete', input: '100 Main St', sessiontoken: 'drill' }),
    });
    if (!places.ok) faults.push(`${name} Places: ${places.status}`);
  }
  return faults;
}
