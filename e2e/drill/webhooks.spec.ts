import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  callApi,
  chargeByApi,
  claimSteps,
  control,
  draftByApi,
  paidClaim,
  registerByApi,
} from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import type { Program } from '../support/program.ts';
import { carriedLetters, charges, emailIds, paymentOf, webhookSecret } from './books.ts';
import { drill, expect, seconds, until } from './drill.ts';
import { letterOf } from './acts.ts';

const isPaid = async (program: Program, id: string) => (await paymentOf(program, id))?.order_status === 'paid';
type Mode = 'normal' | 'duplicate' | 'reorder' | 'delay' | 'drop';
const setMode = (program: Program, service: 'stripe' | 'lob', mode: Mode, delayMs = 0) =>
  control(program, '/webhooks', { service, mode, delayMs });

/** The card was charged and the tab closed before our server knew: only a webhook reports the payment. */
async function chargedAndGone(page: Page, program: Program, address: string) {
  const id = await draftByApi(page, program);
  const intent = await chargeByApi(page, program, id, address);
  return { id, intent: intent.id, at: Date.now() };
}
/** One charge, one paid order, one receipt. */
async function expectOnce(program: Program, address: string, claims: { id: string; intent: string }[]) {
  await until('the receipts', () => Promise.resolve(emailIds(program, address, 'receipt').size >= claims.length));
  for (const { id, intent } of claims) {
    expect(charges(program).get(intent)).toBe(1);
    expect(Number((await paymentOf(program, id))?.events)).toBe(1);
  }
  expect(emailIds(program, address, 'receipt').size).toBe(claims.length);
}
/** What the account area shows its owner. */
async function seesPaid(page: Page, claims: number): Promise<string> {
  await page.goto('/billing');
  const rows = page.getByRole('row').filter({ hasText: /\$\d/ });
  await expect(rows).toHaveCount(claims);
  return `Billing shows ${claims} payment${claims === 1 ? '' : 's'}.`;
}

for (const [how, mode, delayMs, inGate] of [
  ['doubled', 'duplicate', 0, true],
  ['out of order', 'reorder', 0, false],
  ['30 s late', 'delay', 30_000, false],
] as const) {
  drill(
    `payment webhooks ${how}`,
    {
      group: 'webhooks',
      hypothesis: 'Whatever way the news comes, an order is paid once, with one receipt.',
      inGate,
      timeoutMs: 180_000,
    },
    async ({ page, program }) => {
      const address = await registerByApi(page, program);
      await setMode(program, 'stripe', mode, delayMs);
      try {
        const claim = await chargedAndGone(page, program, address);
        const ms = await until('the order is paid', () => isPaid(program, claim.id));
        const sql = 'select id from claims.provider_event where subject_id = $1';
        const events = () => select(program, sql, [claim.intent]);
        await until('the news comes', async () => (await events()).length > 0);
        await control(program, '/webhooks/idle', {});
        await expectOnce(program, address, [claim]);
        return {
          sees: await seesPaid(page, 1),
          books: `Paid ${seconds(ms)} after the charge; ${(await events()).length} events kept, one change of state.`,
          out: 'One charge, one receipt.',
        };
      } finally {
        await setMode(program, 'stripe', 'normal');
      }
    },
  );
}

drill(
  'payment webhooks missing',
  {
    group: 'webhooks',
    hypothesis: 'A payment nobody reports is found within 60 s, whatever second of a minute it was made in.',
    timeoutMs: 300_000,
  },
  async ({ page, program }) => {
    const address = await registerByApi(page, program);
    await setMode(program, 'stripe', 'drop');
    try {
      const claims: { id: string; intent: string; at: number }[] = [];
      const took = new Map<string, number>();
      const note = async () => {
        for (const { id, at } of claims)
          if (!took.has(id) && (await isPaid(program, id))) took.set(id, Date.now() - at);
        return took.size;
      };
      // One charge every seven seconds: they fall on ten different seconds of the minute.
      for (let index = 0; index < 10; index += 1) {
        claims.push(await chargedAndGone(page, program, address));
        const next = Date.now() + 7_000;
        await until('the next charge', async () => (await note()) >= 0 && Date.now() > next);
      }
      await until('every order is paid', async () => (await note()) === claims.length, 120_000);
      await expectOnce(program, address, claims);
      const sorted = [...took.values()].toSorted((a, b) => a - b);
      expect(sorted.at(-1), 'the longest').toBeLessThan(60_000);
      return {
        sees: await seesPaid(page, claims.length),
        books: `${claims.length} orders paid, found ${seconds(sorted[0]!)} to ${seconds(sorted.at(-1)!)} after their charge (median ${seconds(sorted[sorted.length >> 1]!)}).`,
        out: `${claims.length} charges, ${claims.length} receipts.`,
      };
    } finally {
      await setMode(program, 'stripe', 'normal');
    }
  },
);

drill(
  'payment webhooks forged',
  {
    group: 'webhooks',
    hypothesis: 'A forged, an old or a lying webhook pays nothing.',
    inGate: true,
  },
  async ({ page, program }) => {
    const address = await registerByApi(page, program);
    const id = await draftByApi(page, program);
    const { payment_intent: intent } = await callApi<{ payment_intent: { id: string } }>(
      page,
      program,
      '/api/stripe/create-payment-intent.php',
      {
        form_session_id: id,
        email: address,
        package_id: 'demand-letter',
        state_code: 'IL',
        cardholder_name: 'Zoë',
        billing_country: 'US',
        zip_code: '62702',
      },
    );
    const object = { id: intent.id, object: 'payment_intent', status: 'succeeded', livemode: false, currency: 'usd' };
    const send = async (secret: string, ageSeconds: number, content = object) => {
      const body = JSON.stringify({
        id: `evt_forged_${Math.random()}`,
        object: 'event',
        type: 'payment_intent.succeeded',
        livemode: false,
        created: Math.floor(Date.now() / 1000),
        data: { object: content },
      });
      const t = Math.floor(Date.now() / 1000) - ageSeconds;
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
      const answer = await fetch(`${program.url}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` },
        body,
      });
      return answer.status;
    };
    const secret = webhookSecret(program);
    expect(secret).toMatch(/^whsec_/);
    expect(await send('whsec_wrong', 0)).toBe(400);
    expect(await send(secret, 600)).toBe(400);
    // Validly signed but false: the server asks the card service itself.
    expect(await send(secret, 0)).toBe(200);
    await until('the lying event is dealt with', async () => {
      const sql = 'select 1 as done from claims.provider_event where subject_id = $1 and processed_at is not null';
      return (await select(program, sql, [intent.id])).length > 0;
    });
    expect(await isPaid(program, id)).toBe(false);
    expect(charges(program).get(intent.id)).toBeUndefined();
    await page.goto('/billing');
    await expect(page.getByText('When you pay for a letter, you find the receipt here.')).toBeVisible();
    return {
      sees: 'Billing: "When you pay for a letter, you find the receipt here."',
      books: 'Wrong key and 10 minutes old: 400, nothing kept. Rightly signed but untrue: kept, asked about, not paid.',
      out: 'No charge, no receipt.',
    };
  },
);

for (const [how, mode] of [
  ['doubled', 'duplicate'],
  ['out of order', 'reorder'],
] as const) {
  drill(
    `carrier webhooks ${how}`,
    {
      group: 'webhooks',
      hypothesis: 'A letter is delivered once, and its history reads in order.',
      timeoutMs: 120_000,
    },
    async ({ page, program }) => {
      const address = await registerByApi(page, program);
      await setMode(program, 'lob', mode);
      try {
        const { formSessionId, demandId } = await paidClaim(page, program, address);
        await claimSteps(page, program, formSessionId).decide('send_now');
        await until(
          'the letter is in the mail',
          async () => (await letterOf(program, formSessionId))?.state === 'posted',
        );
        await control(program, '/clock/advance', { ms: 9 * 86_400_000 });
        await control(program, '/webhooks/idle', {});
        const sql = `select m.state, m.id, (select count(*) from claims.mailing_event e where e.mailing_id = m.id) as events,
          (select count(distinct (e.stage, e.at)) from claims.mailing_event e where e.mailing_id = m.id) as different
          from claims.mailing m where m.letter_id = $1`;
        type Row = { state: string; id: string; events: string; different: string };
        const read = async () => (await select<Row>(program, sql, [demandId]))[0]!;
        await until('the letter is delivered', async () => (await read()).state === 'delivered');
        const row = await read();
        expect(row.events).toBe(row.different);
        expect(carriedLetters(program).get(row.id)).toBe(1);
        await page.goto('/demand-letters');
        await expect(page.getByText(/delivered/i).first()).toBeVisible();
        return {
          sees: 'Demand Letters says that it was delivered.',
          books: `One mailing, delivered; ${row.events} events, none twice.`,
          out: 'One letter.',
        };
      } finally {
        await setMode(program, 'lob', 'normal');
      }
    },
  );
}
