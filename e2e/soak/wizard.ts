import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createFormSession,
  finalizePayment,
  generateDemandLetter,
  generateSecurePdf,
  getFormSession,
  getUserDemands,
  letterPage,
  register,
  reviewCase,
  saveClientData,
  saveDemandLetter,
  saveFormData,
  verifyEmail,
  type Endpoint,
} from '@redress/contracts';
import { ANSWERS, chargeByApi } from '../support/api-claim.ts';
import { mailsTo, PASSWORD } from '../support/people.ts';
import { PatientClient } from './patient-client.ts';
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
  const browser = new PatientClient(api, cluster.program.origin, { refused: tally.refused, signal: stop });
  // Each from a network of its own, as nginx would say it; limits for one network are not what is measured.
  browser.always = { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  const program = { ...cluster.program, url: api };
  const think = () => {
    const pause = THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least);
    return wait(pause / pace(), null, { signal: stop });
  };
  const ask = async (endpoint: Endpoint, request: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { status, json, ms } = await browser.call(endpoint, request);
    tally.called(endpoint.path, status, ms);
    if (status !== 200) throw new Error(`${endpoint.path}: ${status} ${JSON.stringify(json)?.slice(0, 300)}`);
    return json ?? {};
  };

  tally.count('begun');
  await cluster.openDocument('/');
  await ask(getFormSession);
  await think();
  const { form_session_id, revision } = await ask(createFormSession);
  const session = { form_session_id };
  let base_revision: unknown = revision;
  const save = async (answers: object, step: number) => {
    const saved = await ask(saveFormData, {
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
    await ask(reviewCase, { ...session, stage });
  }
  tally.count('previewed');

  const email = `soak.${number}.${randomUUID()}@example.com`;
  await think();
  await ask(register, { email, password: PASSWORD });
  const verification_code = await mailedCode(cluster, email, stop);
  await ask(verifyEmail, { email, verification_code });
  await think();
  await save(CHOSEN, 5);
  await think();
  const intent = await chargeByApi(browser, program, String(form_session_id), email);
  await ask(finalizePayment, { ...session, payment_intent_id: intent.id });
  tally.count('paid');
  await ask(saveClientData, session);
  const letter = await ask(generateDemandLetter, session);
  await think();
  const approved = await ask(saveDemandLetter, {
    ...session,
    action: 'approve_and_send',
    demand_letter: letter['demand_letter'],
    base_version: letter['version'],
  });
  const demand = { demand_id: approved['demand_id'] };
  await ask(generateSecurePdf, { ...demand, action: 'view' });
  await ask(letterPage, { ...demand, page: 1 });
  await think();
  await ask(saveDemandLetter, { ...session, action: 'send_now' });
  for (const end = Date.now() + POSTED_LIMIT_MS; ; await wait(POLL_MS * 5, null, { signal: stop })) {
    const { data } = await ask(getUserDemands);
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
