import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ANSWERS, chargeByApi, stepsAfterCharge } from '../support/api-claim.ts';
import { Client } from '../support/client.ts';
import { mailsTo, PASSWORD } from '../support/people.ts';
import type { SoakCluster } from './soak-cluster.ts';
import type { Tally } from './tally.ts';

/** Between two acts of a person; people are slower, so a wizard here is the load of several. */
const THINK_MS = { least: 2_000, most: 10_000 };
const POLL_MS = 1_000;
const MAIL_LIMIT_MS = 60_000;
const POSTED_LIMIT_MS = 120_000;

/** As the browser saves: what is typed on each screen, and the story while it is typed. */
const { claimDescription, ...SHORT } = ANSWERS;
const SCREENS: readonly Readonly<Record<string, unknown>>[] = [
  pick('situation', 'situationLabel'),
  pick('disputing', 'disputingLabels'),
  pick('amount', 'date', 'incidentAddress', 'incidentCity', 'incidentState', 'incidentZipcode'),
  pick('userType'),
  pick('firstname', 'lastname', 'address', 'city', 'country', 'zipcode'),
  pick('whoUser'),
  pick(
    'defendantBusinessName',
    'defendantFirstname',
    'defendantLastname',
    'defendantAddress',
    'defendantCity',
    'defendantCountry',
    'defendantZipcode',
  ),
  ...[0.25, 0.5, 0.75, 1].map((part) => ({
    claimDescription: claimDescription.slice(0, Math.round(claimDescription.length * part)),
  })),
  pick('claimCalculation'),
  pick('venmo', 'paymentTypes'),
  pick('signature'),
];
const CHOSEN = { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter', packagePrice: 29.99 };

function pick(...names: (keyof typeof SHORT)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, SHORT[name]]));
}

/**
 * @param how.pace - by what its pauses are divided
 * @throws when a call is refused; the tally has it
 */
export async function fileClaim(
  cluster: SoakCluster,
  tally: Tally,
  number: number,
  { stop, pace }: { stop: AbortSignal; pace: () => number },
): Promise<void> {
  const api = cluster.apis[number % cluster.apis.length] as string;
  const browser = new Client(api, cluster.program.origin, { refused: tally.refused, signal: stop });
  // Each from a network of its own, as nginx would say it; limits for one network are not what is measured.
  browser.always = { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  const program = { ...cluster.program, url: api };
  const think = () => {
    const pause = THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least);
    return wait(pause / pace(), null, { signal: stop });
  };
  const send = async <T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, json?: object): Promise<T> => {
    const { status, json: answer, ms } = await browser.send(method, path, { json });
    tally.called(ms);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(answer)?.slice(0, 300)}`);
    return (answer ?? {}) as T;
  };
  const ask = <T = Record<string, unknown>>(path: string, json: object) => send<T>('POST', path, json);

  tally.count('begun');
  await cluster.openDocument('/');
  await send('GET', '/api/sessions/form_session');
  await think();
  const { form_session_id, revision } = await ask('/api/sessions/create_form_session.php', {});
  const session = { form_session_id };
  let base_revision: unknown = revision;
  const save = async (answers: object, step: number) => {
    const saved = await ask('/api/register/save_form_data.php', {
      ...session,
      ...answers,
      base_revision,
      save_id: randomUUID(),
      step,
      sub_step: 0,
    });
    base_revision = saved['revision'];
  };
  for (const [index, answers] of SCREENS.entries()) {
    await think();
    await save(answers, 1 + Math.floor(index / 4));
  }
  for (const stage of ['details', 'jurisdiction', 'letter']) {
    await think();
    await ask('/api/wizard/review_case', { ...session, stage });
  }
  tally.count('previewed');

  const email = `soak.${number}.${randomUUID()}@example.com`;
  await think();
  await ask('/api/register/auth.php', { email, password: PASSWORD });
  const verification_code = await mailedCode(cluster, email, stop);
  await ask('/api/register/verify.php', { email, verification_code });
  await think();
  await save(CHOSEN, 5);
  await think();
  const intent = await chargeByApi(browser, program, String(form_session_id), email);
  const { finalize, draftLetter, decide } = stepsAfterCharge(ask, String(form_session_id));
  await finalize(intent.id);
  tally.count('paid');
  const letter = await draftLetter();
  await think();
  const { demand_id } = await decide('approve_and_send', letter);
  await ask('/api/pdf/generate_secure_pdf.php', { demand_id, action: 'view' });
  await send('GET', `/api/pdf/page?demand_id=${demand_id}&page=1`);
  await think();
  await decide('send_now');
  for (const end = Date.now() + POSTED_LIMIT_MS; ; await wait(POLL_MS * 5, null, { signal: stop })) {
    const { data } = await send('GET', '/api/users/get_user_demands.php');
    if ((data as { tracking_number: string | null }[])[0]?.tracking_number) break;
    if (Date.now() > end) throw new Error('A letter was not posted within two minutes.');
  }
  tally.count('posted');
}

async function mailedCode(cluster: SoakCluster, address: string, stop: AbortSignal): Promise<string> {
  for (const end = Date.now() + MAIL_LIMIT_MS; Date.now() < end; await wait(POLL_MS, null, { signal: stop })) {
    const [mail] = await mailsTo(cluster.program, address);
    const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1];
    if (code) return code;
  }
  throw new Error('A mail with a code did not come within a minute.');
}
