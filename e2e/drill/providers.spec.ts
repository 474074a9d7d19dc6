import {
  callApi,
  claimSteps,
  control,
  draftByApi,
  openWithClaim,
  paidClaim,
  registerByApi,
} from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import { mailsTo, newAddress, PASSWORD } from '../support/people.ts';
import { payByCard } from '../support/payment.ts';
import { letterOf } from './acts.ts';
import { carriedLetters, charges, paymentOf } from './books.ts';
import { drill, expect, seconds, until } from './drill.ts';

type Kind = 'timeout' | '500' | '429' | 'drop' | 'drop-after-commit' | '500-after-commit' | '500-kept' | 'slow' | '451' | '550' | 'garbage'; // prettier-ignore
const CARD = { number: '4242424242424242' };

/** `slow` is 3 s, `timeout` longer than any limit of ours. */
const spoil = (program: Parameters<typeof control>[0], service: string, kind: Kind, match?: string, times = 1) =>
  control(program, '/faults', {
    service,
    kind,
    times,
    delayMs: kind === 'slow' ? 3_000 : 60_000,
    ...(match ? { match } : {}),
  });

const OPENING: Kind[] = ['drop', 'timeout', 'slow', '500', '429', 'garbage', '500-kept', 'drop-after-commit', '500-after-commit']; // prettier-ignore
const FINISHING: Kind[] = ['drop', 'timeout', '500', 'garbage'];

for (const [when, match, kinds] of [
  ['a payment is opened', 'POST /v1/payment_intents', OPENING],
  ['a payment is looked up', 'GET /v1/payment_intents', FINISHING],
] as const) {
  for (const kind of kinds) {
    drill(
      `Stripe ${kind} when ${when}`,
      {
        group: 'Stripe',
        hypothesis:
          'The person pays in the end, once; until then the page says that nothing was charged or that it asks.',
        timeoutMs: 180_000,
      },
      async ({ page, program }) => {
        const address = await registerByApi(page, program);
        const id = await draftByApi(page, program);
        await openWithClaim(page, '/?step=5.1', id);
        await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
        await spoil(program, 'stripe', kind, match);
        const started = Date.now();
        await payByCard(page, CARD);
        const said: string[] = [];
        const ready = page.getByRole('heading', { level: 1, name: 'Your letter is ready' });
        await until(
          'the letter is paid for',
          async () => {
            if (await ready.isVisible()) return true;
            const [alert] = await page.getByRole('alert').filter({ hasText: /\w/ }).allInnerTexts();
            if (alert && said.at(-1) !== alert) said.push(alert);
            const pay = page.getByRole('button', { name: /^Pay \$/ });
            // A person who saw the error presses the button again.
            if (alert && (await pay.isEnabled({ timeout: 100 }))) await pay.click({ timeout: 500 });
            return false;
          },
          120_000,
        );
        const ms = Date.now() - started;
        const payment = await paymentOf(program, id);
        expect([payment?.order_status, Number(payment?.events)]).toEqual(['paid', 1]);
        expect(charges(program).get(payment?.intent_id ?? '')).toBe(1);
        const rows = await select(
          program,
          `select 1 from claims.payment p join claims.claim_order o on o.id = p.order_id where o.form_session_id = $1 and p.status = 'succeeded'`,
          [id],
        );
        expect(rows).toHaveLength(1);
        expect(address).toBeTruthy();
        return {
          sees: `${said.length ? `"${said.map((text) => text.replace(/\s+/g, ' ').slice(0, 160)).join('", "')}", then` : 'Only the wait, then'} "Your letter is ready" ${seconds(ms)} after the press.`,
          books: 'One order paid, once.',
          out: 'One charge.',
        };
      },
    );
  }
}

for (const kind of ['drop', 'timeout', '500', '429', 'garbage', 'drop-after-commit', '500-after-commit'] as Kind[]) {
  drill(
    `Lob ${kind} when a letter is handed over`,
    { group: 'Lob', hypothesis: 'The letter is posted in the end, once.', timeoutMs: 240_000 },
    async ({ page, program }) => {
      const address = await registerByApi(page, program);
      const { formSessionId, demandId } = await paidClaim(page, program, address);
      await spoil(program, 'lob', kind, 'POST /v1/letters');
      await claimSteps(page, program, formSessionId).decide('send_now');
      await page.goto('/demand-letters');
      const meanwhile = (await page.getByRole('main').innerText()).match(
        /(?:Being|In the mail|Printing|posted|Handed)[^\n]*/i,
      )?.[0];
      const ms = await until(
        'posted',
        async () => (await letterOf(program, formSessionId))?.state === 'posted',
        180_000,
      );
      const mailings = await select<{ id: string }>(program, 'select id from claims.mailing where letter_id = $1', [
        demandId,
      ]);
      expect(mailings).toHaveLength(1);
      expect(carriedLetters(program).get(mailings[0]!.id)).toBe(1);
      return {
        sees: `Demand Letters says "${meanwhile ?? 'that it is being posted'}".`,
        books: `One mailing, taken ${seconds(ms)} after the press.`,
        out: 'One letter.',
      };
    },
  );
}

for (const kind of ['451', 'drop', 'timeout', 'slow'] as Kind[]) {
  drill(
    `mail server ${kind} when a code is sent`,
    { group: 'mail', hypothesis: 'The code arrives in the end, once.', timeoutMs: 180_000 },
    async ({ page, program }) => {
      const address = newAddress();
      await spoil(program, 'smtp', kind, address);
      await callApi(page, program, '/api/register/auth.php', { email: address, password: PASSWORD });
      const ms = await until('the code', async () => (await mailsTo(program, address)).length > 0, 150_000);
      expect(await mailsTo(program, address)).toHaveLength(1);
      return {
        sees: 'The form that asks for the code.',
        books: 'One account, not proven yet.',
        out: `One mail, ${seconds(ms)} after the call.`,
      };
    },
  );
}

for (const kind of ['drop', 'timeout', '500', 'garbage'] as Kind[]) {
  drill(
    `address suggestions ${kind}`,
    { group: 'places', hypothesis: 'Who types an address can go on typing it.', timeoutMs: 60_000 },
    async ({ page, program }) => {
      await page.goto('/');
      await page.getByRole('radio', { name: 'Debt collection' }).check();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await spoil(program, 'places', kind, undefined, 50);
      const started = Date.now();
      await page.getByLabel('Street address').pressSequentially('12 Elm St');
      await page.getByLabel('City').fill('Springfield');
      await expect(page.getByLabel('Street address')).toHaveValue('12 Elm St');
      await expect(page.getByLabel('City')).toHaveValue('Springfield');
      return {
        sees: `The fields, typed through in ${seconds(Date.now() - started)}; no suggestions.`,
        books: 'Nothing.',
        out: 'Nothing.',
      };
    },
  );
}
