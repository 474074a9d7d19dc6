import { randomUUID } from 'node:crypto';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { mailedCode, mailsTo, newAddress, PASSWORD } from './people.ts';
import type { Program } from './program.ts';

const TERMS_VERSION = '2026-11-01';
/** One green pixel: the smallest signature that is a PNG. */
const SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Answers of the steps before the story, as the browser saves them. */
export const UNTIL_STORY = {
  situation: 'debt-collection',
  situationLabel: 'Debt collection',
  disputing: ['unpaid-loan'],
  disputingLabels: ['Unpaid loan'],
  amount: '1250.50',
  date: '2026-03-02',
  incidentAddress: '12 Elm St',
  incidentCity: 'Springfield',
  incidentState: 'IL',
  incidentZipcode: '62701',
  userType: '1',
  firstname: 'Zoë',
  lastname: "O'Brien-Núñez",
  address: '7 Oak Ave',
  city: 'Springfield',
  country: 'IL',
  zipcode: '62702',
  whoUser: '2',
  defendantBusinessName: 'Park & Daughters LLC',
  defendantFirstname: 'Łucja',
  defendantLastname: 'Nguyễn',
  defendantAddress: '99 Pine Rd',
  defendantCity: 'Chicago',
  defendantCountry: 'IL',
  defendantZipcode: '60601',
};
/** Every answer of the wizard. */
export const ANSWERS = {
  ...UNTIL_STORY,
  claimDescription: 'I lent them $1,250.50 on March 2. They promised to pay in April. They did not.',
  claimCalculation: 'The loan of $1,250.50; nothing was paid back.',
  venmo: '@zoe-nunez',
  paymentTypes: ['Check'],
  signature: SIGNATURE,
};

/** The longest texts that are taken, most of them one word, which no line can break at a space. */
export const LONGEST = {
  amount: '25000.00',
  incidentAddress: `12 ${'Llanfairpwllgwyngyll'.repeat(14)}`,
  incidentCity: 'Taumatawhakatangihangakoauauotamatea'.repeat(3),
  firstname: 'Maximiliana'.repeat(9),
  lastname: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5),
  address: `7 ${'Venkatanarasimharajuvaripeta'.repeat(2)}`,
  apt: 'Apartment'.repeat(7),
  city: 'Parangaricutirimicuaro'.repeat(5),
  defendantBusinessName: `${'Donaudampfschifffahrtsgesellschaft'.repeat(5)} Holdings LLC`,
  defendantAddress: `${'Nordrheinwestfalenstrasse'.repeat(5)}99`,
  defendantCity: 'Bovenkarspelbroekerhaven'.repeat(4),
  defendantEmail: `${'p'.repeat(64)}@${'mail.'.repeat(36)}example`,
  defendantWebsite: `https://www.${'daughters'.repeat(24)}.example`,
  claimDescription: `${'They promised to pay and did not. '.repeat(40)}${'x'.repeat(300)}`,
  claimCalculation: `${'1250.50 + '.repeat(60)}${'9'.repeat(120)}`,
  venmo: `@${'zoe-nunez'.repeat(10)}`,
} as const;

type Json = Record<string, unknown>;

interface Sending {
  data?: unknown;
  headers?: Record<string, string>;
}
interface Answer {
  status(): number;
  json(): Promise<unknown>;
}
/** Who calls: a page of Playwright, or anything that sends requests with cookies of its own. */
export interface Caller {
  request: {
    get(url: string, options: Sending): Promise<Answer>;
    post(url: string, options: Sending): Promise<Answer>;
  };
}

/** One call as our own page makes it; fails the test when it is refused. */
export async function callApi<T = Json>(page: Caller, program: Program, url: string, data?: object): Promise<T> {
  const headers = { origin: program.origin };
  const ask = () =>
    data
      ? page.request.post(url, { data, headers })
      : page.request.get(url, { headers: { ...headers, 'sec-fetch-site': 'same-origin' } });
  let response = await ask();
  // Of the cluster's proxy, while processes are killed on purpose: one of them had this call. What comes before a test is
  // then asked again, once.
  if (process.env['E2E_ON_CLUSTER'] && response.status() === 502) response = await ask();
  const answer = (await response.json()) as T & { success: boolean };
  expect(answer, `${url} answered ${response.status()}`).toMatchObject({ success: true });
  return answer;
}

/** Makes an account and signs this browser in. */
export async function registerByApi(page: Caller, program: Program, address = newAddress()): Promise<string> {
  const before = (await mailsTo(program, address)).length;
  await callApi(page, program, '/api/register/auth.php', { email: address, password: PASSWORD });
  const verification_code = await mailedCode(program, address, before);
  await callApi(page, program, '/api/register/verify.php', { email: address, verification_code });
  return address;
}

/**
 * Registers a new account in a separate browser context, which is closed afterwards.
 * @param also - makes what the account has besides; what it answers is a part of the result
 */
export async function personByApi<Made = object>(
  browser: Browser,
  program: Program,
  also?: (page: Page, address: string) => Promise<Made>,
): Promise<{ address: string; cookies: Awaited<ReturnType<BrowserContext['cookies']>> } & Made> {
  const context = await browser.newContext({ baseURL: program.url });
  const page = await context.newPage();
  const address = await registerByApi(page, program);
  const made = (await also?.(page, address)) as Made;
  const cookies = await context.cookies();
  await context.close();
  return { address, cookies, ...made };
}

export interface PackageChoice {
  id: 'demand-letter' | 'small-claims' | 'full-trial';
  title: string;
  price: number;
}
const DEMAND_LETTER: PackageChoice = { id: 'demand-letter', title: 'Demand Letter', price: 29.99 };
export const SMALL_CLAIMS: PackageChoice = { id: 'small-claims', title: 'Small Claims', price: 99.99 };
export const FULL_TRIAL: PackageChoice = { id: 'full-trial', title: 'Full Trial', price: 199.99 };

/** A draft with some answers, last seen at a screen. */
export async function answersByApi(
  page: Caller,
  program: Program,
  answers: Json,
  [step, sub_step]: readonly [number, number],
): Promise<string> {
  const { form_session_id } = await callApi<{ form_session_id: string }>(
    page,
    program,
    '/api/sessions/create_form_session.php',
    {},
  );
  const save = { form_session_id, save_id: randomUUID(), ...answers, step, sub_step };
  await callApi(page, program, '/api/register/save_form_data.php', save);
  return form_session_id;
}

/** The letter as its preview shows it before anything is paid. */
export async function letterByApi(page: Caller, program: Program, answers: Json): Promise<string> {
  const form_session_id = await answersByApi(page, program, answers, [4, 4]);
  const review = { form_session_id, stage: 'letter' };
  const { letter } = await callApi<{ letter: string }>(page, program, '/api/wizard/review_case', review);
  return letter;
}

/**
 * A draft with every answer given and a package chosen, of the person signed in.
 * @param answers - answers in place of the usual ones
 */
export function draftByApi(
  page: Caller,
  program: Program,
  choice = DEMAND_LETTER,
  answers: Json = {},
): Promise<string> {
  const chosen = { selectedPackage: choice.id, packageTitle: choice.title, packagePrice: choice.price };
  return answersByApi(page, program, { ...ANSWERS, ...answers, ...chosen }, [5, 1]);
}

interface Intent {
  id: string;
  client_secret: string;
}

/**
 * Charges the card as the page and Stripe.js would, and stops there: our server does not know of it.
 * @param more - fields in place of the usual ones: of a letter that follows another
 */
export async function chargeByApi(
  page: Caller,
  program: Program,
  formSessionId: string,
  email: string,
  choice = DEMAND_LETTER,
  more: Json = {},
): Promise<Intent> {
  const { payment_intent: intent } = await callApi<{ payment_intent: Intent }>(
    page,
    program,
    '/api/stripe/create-payment-intent.php',
    {
      form_session_id: formSessionId,
      email,
      package_id: choice.id,
      state_code: 'IL',
      cardholder_name: "Zoë O'Brien-Núñez",
      billing_country: 'US',
      zip_code: '62702',
      terms_version: TERMS_VERSION,
      ...more,
    },
  );
  const { publishable_key } = await callApi<{ publishable_key: string }>(
    page,
    program,
    '/api/stripe/get-publishable-key.php',
    {},
  );
  const confirmed = await fetch(`${program.world.stripe}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishable_key}` },
    body: new URLSearchParams({
      client_secret: intent.client_secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  expect(await confirmed.json()).toMatchObject({ status: 'succeeded' });
  return intent;
}

/** One call of a claimant: the answer of one that succeeded. */
type Ask = <T = Json>(url: string, data: object) => Promise<T>;

interface DraftedLetter {
  demand_letter: string;
  version: number;
  demand_approved: boolean;
}

/** What follows a charged card, as the pages ask for it, each with its own button. */
export function stepsAfterCharge(ask: Ask, form_session_id: string) {
  const session = { form_session_id };
  return {
    finalize: (payment_intent_id: string) => ask('/api/stripe/finalize-payment.php', { ...session, payment_intent_id }),
    async draftLetter() {
      await ask('/api/register/save_client_data.php', session);
      return ask<DraftedLetter>('/api/generate_demand_letter.php', session);
    },
    decide: (action: 'save' | 'approve_and_send' | 'send_now', letter?: DraftedLetter) =>
      ask<{ demand_id: string }>('/api/save_demand_letter.php', {
        ...session,
        action,
        ...(letter && { demand_letter: letter.demand_letter, base_version: letter.version }),
      }),
  };
}

/** The same of somebody at a page. */
export const claimSteps = (page: Caller, program: Program, formSessionId: string) =>
  stepsAfterCharge((url, data) => callApi(page, program, url, data), formSessionId);

export interface PaidClaim {
  formSessionId: string;
  demandId: string;
  address: string;
}

/** A claim paid for, its letter written and approved: it stands in the change window. */
export async function paidClaim(
  page: Caller,
  program: Program,
  address: string,
  choice = DEMAND_LETTER,
  answers: Json = {},
): Promise<PaidClaim> {
  const formSessionId = await draftByApi(page, program, choice, answers);
  const { finalize, draftLetter, decide } = claimSteps(page, program, formSessionId);
  await finalize((await chargeByApi(page, program, formSessionId, address, choice)).id);
  const letter = await draftLetter();
  const { demand_id: demandId } = await decide(letter.demand_approved ? 'save' : 'approve_and_send', letter);
  return { formSessionId, demandId, address };
}

/** Opens a page in a tab that holds a claim, with session storage as the wizard leaves it. */
export async function openWithClaim(page: Page, url: string, formSessionId: string): Promise<void> {
  await page.goto('/terms');
  await page.evaluate((id) => sessionStorage.setItem('form_session_id', id), formSessionId);
  await page.goto(url);
}

/** Speaks to the sandbox’s control desk: its clock, its letters, its faults. */
export async function control<T = Json>({ world }: Program, call: string, body: object): Promise<T> {
  const response = await fetch(`${world.control}${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${call} answered ${response.status}`).toBe(true);
  return (await response.json()) as T;
}
