/** Twelve claims that meet bad luck, from the wizard's answers to the printed words (courthouse/README.md). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { courtDocumentSet, getCase, getCourtDocuments, reportPayment, type ClaimFormData } from '@redress/contracts';
import { deriveProgress, hearingConcerns } from '@redress/domain';
import { lawRows } from '@redress/domain/jurisdictions';
import { aBuyer, aClaim, aSignature, askForIntent, paidCase, useCaseWorld } from '../src/testing/index.ts';

type Words = Readonly<Record<string, readonly string[]>>;
interface Expected {
  readonly says?: Words;
  readonly never?: Words;
}
type CourtDay = 'hearing_day' | 'served_day' | 'judgment_day';
interface CourtCase {
  readonly typed: Partial<Record<CourtDay, string>>;
  readonly days?: Readonly<Record<string, string | null>>;
  readonly concerns?: { readonly today: string; readonly of: readonly string[] };
}
interface Claim extends Expected {
  readonly id: string;
  readonly place: 'FL' | 'TX';
  readonly luck: string;
  readonly answers?: ClaimFormData;
  readonly sums: readonly (Expected & { readonly sum: string; readonly refused?: boolean })[];
  readonly court?: readonly CourtCase[];
  readonly longest?: boolean;
  readonly reprint?: boolean;
}

const { places, claims } = JSON.parse(readFileSync(new URL('courthouse/claims.json', import.meta.url), 'utf8')) as {
  places: Readonly<Record<string, ClaimFormData>>;
  claims: readonly Claim[];
};

const world = useCaseWorld();
const folder = mkdtempSync(path.join(tmpdir(), 'redress-courthouse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The last day that is typed lies behind whoever types it. */
const LAST_DAY = Date.parse('2027-03-05T18:00:00Z');

const filled = (text: string, max: number, end: string) =>
  `${text.repeat(Math.ceil(max / text.length)).slice(0, max - end.length - 1)} ${end}`;
/** Fields as long as the wizard's own schema takes them. */
const LONGEST: ClaimFormData = {
  claimDescription: filled(
    'I lent the money in March and the neighbor was there. ',
    20_000,
    'He signed a note named ENDOFSTORY.',
  ),
  claimCalculation: filled('A part of the loan came in cash. ', 20_000, 'He paid nothing of ENDOFSUM.'),
  lastname: filled('de la Vega y ', 200, 'ENDOFNAME'),
  defendantAddress: filled('9 Oak Avenue behind the mill ', 120, 'ENDOFADDRESS'),
};

const answersOf = ({ place, answers, longest }: Claim, sum: string): ClaimFormData =>
  aClaim({
    ...places[place],
    claimDescription: 'On March 28, 2026 I lent the money by bank transfer. It was to come back by June 1, 2026.',
    claimCalculation: 'The loan was for the whole amount. Nothing has been paid back.',
    ...answers,
    ...(longest ? LONGEST : {}),
    amount: sum,
    signature: aSignature(),
  });

const dollars = (sum: string) => Number(sum).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const flat = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ');

/** The words of each paper by its kind, and of all of them. */
async function packetOf(
  browser: Awaited<ReturnType<typeof aBuyer>>['browser'],
  which: 'court_documents' | 'earlier_documents' = 'court_documents',
) {
  const { body } = await browser.call(getCourtDocuments);
  const papers = body.demands[0]?.[which] ?? [];
  const asked = { file_ids: papers.map(({ id }) => id), for_print: false, csrf_token: body.csrf_token };
  const { response } = await browser.call(courtDocumentSet, asked);
  const file = path.join(folder, 'packet.pdf');
  writeFileSync(file, response.rawPayload);
  const pages = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).split('\f');
  const texts: Record<string, string> = { packet: flat(pages.join(' ')) };
  let kind = '';
  for (const page of pages) {
    kind = papers.find(({ title }) => title && page.trim().startsWith(title))?.kind ?? kind;
    texts[kind] = flat(`${texts[kind] ?? ''} ${page}`);
  }
  return { texts, versions: papers.map(({ version }) => version ?? 0) };
}

/** What is missing from the texts, or stands there and must not. */
function wrongIn(texts: Readonly<Record<string, string>>, sum: string, expected: Expected): string[] {
  const has = (kind: string, words: string) =>
    new RegExp(words.replace('{sum}', dollars(sum).replace(/[$.]/g, '\\$&')), 'iu').test(texts[kind] ?? '');
  const each = (words: Words = {}) =>
    Object.entries(words).flatMap(([kind, all]) => all.map((one) => [kind, one] as const));
  return [
    ...each(expected.says)
      .filter(([kind, one]) => !has(kind, one))
      .map(([kind, one]) => `${sum}: ${kind} does not say ${one}`),
    ...each(expected.never)
      .filter(([kind, one]) => has(kind, one))
      .map(([kind, one]) => `${sum}: ${kind} says ${one}`),
  ];
}

/** What follows from days typed of a case, against what is expected. */
async function wrongDays(
  browser: Awaited<ReturnType<typeof aBuyer>>['browser'],
  form_session_id: string,
  { court = [], place }: Claim,
) {
  const wrong: string[] = [];
  for (const { typed, days = {}, concerns } of court) {
    const { body: before } = await browser.call(getCase, { form_session_id });
    const { body, refusal } = await browser.call(reportPayment, {
      form_session_id,
      report_id: world.claims.platform.newId(),
      revision: before.revision,
      kind: 'court',
      court: { case_number: '2026-SC-1', hearing_day: null, served_day: null, judgment_day: null, ...typed },
    });
    const found = Object.fromEntries((body.court?.days ?? []).map(({ kind, day }) => [kind, day]));
    for (const [kind, day] of Object.entries(days))
      if (found[kind] !== day)
        wrong.push(`${JSON.stringify(typed)}: ${kind} is ${found[kind] ?? refusal?.code ?? 'not told'}, not ${day}`);
    const why =
      concerns &&
      hearingConcerns(typed.hearing_day ?? '', { today: concerns.today, state: place }).map((one) => one.why);
    if (concerns && String(why) !== String(concerns.of))
      wrong.push(`${JSON.stringify(typed)}: told ${why}, not ${concerns.of}`);
  }
  return wrong;
}

it('prints a packet by the rules of two days: each says which, and the first stays as it was printed', async () => {
  const [row] = lawRows('TX', 'procedure', 'copies');
  const before = { ...row };
  const readAgain = JSON.parse(readFileSync(new URL('courthouse/read-again.json', import.meta.url), 'utf8')) as object;
  const answers = aClaim({ ...places['TX'], signature: aSignature() });
  const { browser, act } = await paidCase(world, answers, { package_id: 'small-claims', state_code: 'TX' });
  await world.runJobs();
  const first = await packetOf(browser);
  expect((await browser.call(getCourtDocuments)).body.demands[0]?.earlier_documents).toEqual([]);
  Object.assign(row ?? {}, readAgain);
  try {
    await act('approve_and_send');
    await act('send_now');
    await world.runJobs();
  } finally {
    // Other files of this process read the same rows.
    Object.assign(row ?? {}, before);
  }
  const second = await packetOf(browser);
  const kept = await packetOf(browser, 'earlier_documents');
  expect(second.texts['read-me-first']).toMatch(/as we had read them by January 15, 2027\./);
  expect(second.texts['read-me-first']).toContain('seven copies');
  expect(first.texts['read-me-first']).toMatch(/as we had read them by November 28, 2026\./);
  expect(first.texts['packet']).not.toContain('seven copies');
  expect(kept.texts['read-me-first']).toBe(first.texts['read-me-first']);
  expect(kept.versions.every((version) => version === 1)).toBe(true);
});

it.each(claims.map((claim) => [claim.id, claim.luck, claim] as const))('%s: %s', async (_id, _luck, claim) => {
  const wrong: string[] = [];
  for (const { sum, refused = false, ...own } of claim.sums) {
    const answers = answersOf(claim, sum);
    if (deriveProgress(answers) !== '4sub3') wrong.push(`${sum}: the wizard stops at ${deriveProgress(answers)}`);
    const order = { package_id: 'full-trial', state_code: claim.place };
    if (refused) {
      const buyer = await aBuyer(world, answers);
      const { refusal } = await askForIntent(buyer, order);
      if (refusal?.code !== 'PACKAGE_NOT_FOR_CLAIM') wrong.push(`${sum}: papers are sold`);
      continue;
    }
    const { browser, formSessionId, text, act } = await paidCase(world, answers, order);
    await world.runJobs();
    const { texts, versions } = await packetOf(browser);
    wrong.push(...[own, claim].flatMap((expected) => wrongIn({ ...texts, letter: flat(text) }, sum, expected)));
    if (!claim.court && !claim.reprint) continue;
    await act('approve_and_send');
    await act('send_now');
    await world.runJobs();
    if (claim.reprint) {
      const again = await packetOf(browser);
      if (String(again.versions) === String(versions)) wrong.push('the packet is not made again');
    }
    world.clock.advance({ seconds: Math.max(0, (LAST_DAY - world.clock.now().getTime()) / 1000) });
    wrong.push(...(await wrongDays(browser, formSessionId, claim)));
  }
  expect(wrong).toEqual([]);
});
