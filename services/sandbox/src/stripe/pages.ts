import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { escapeHtml, pageHeaders } from '../world/http.ts';
import { PAGE_STYLE_HASH, page } from '../world/page.ts';
import type { StripeCore } from './calls.ts';
import { StripeRefusal } from './errors.ts';
import { parseForm } from './form.ts';

const written = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);

const policyFor = (ancestors: string) =>
  `default-src 'none'; script-src 'self'; style-src ${PAGE_STYLE_HASH}; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`;

type Asked = Pick<FastifyRequest, 'params' | 'query'>;

/** The pages a payer sees that are the bank's or Stripe's own: authentication and the receipt. */
export function addStripePages(
  app: FastifyInstance,
  { core, siteOrigin }: { core: StripeCore; siteOrigin: string },
): void {
  const intentOf = ({ params, query }: Asked): Stripe.PaymentIntent | undefined => {
    try {
      return core.intents.findBySecret(
        (params as { id: string }).id,
        (query as { client_secret?: string }).client_secret,
      );
    } catch (error) {
      if (error instanceof StripeRefusal) return undefined;
      throw error;
    }
  };

  app.get('/authenticate/:id', (request, reply) => {
    const intent = intentOf(request);
    if (!intent) return reply.callNotFound();
    return reply.headers(pageHeaders(policyFor(siteOrigin))).send(authenticatePage(intent, siteOrigin));
  });

  app.post('/authenticate/:id', (request, reply) => {
    const intent = intentOf(request);
    if (!intent) return reply.callNotFound();
    const { outcome } = parseForm(typeof request.body === 'string' ? request.body : '');
    core.intents.authenticated(intent.id, outcome === 'complete');
    return reply.headers(pageHeaders(policyFor(siteOrigin))).send(authenticatedPage(siteOrigin));
  });

  app.get('/receipts/:id', (request, reply) => {
    const charge = core.records.charges.get((request.params as { id: string }).id);
    if (!charge?.paid) return reply.callNotFound();
    return reply.headers(pageHeaders(policyFor("'none'"))).send(receiptPage(charge));
  });
}

/** Its script lets the buttons be pressed: an answer that nothing listens for would be lost. */
const authenticatePage = (intent: Stripe.PaymentIntent, siteOrigin: string): string =>
  page(
    'Confirm the payment',
    `<h1>Confirm the payment</h1>
    <p class="soft">Sandbox bank. No real bank is asked.</p>
    <div class="card"><p>You are about to pay <strong>${escapeHtml(written(intent.amount, intent.currency))}</strong>${intent.description ? ` for ${escapeHtml(intent.description)}` : ''}. Is that you?</p>
    <form method="post" class="row"><button name="outcome" value="complete" disabled>Complete authentication</button>
    <button class="quiet" name="outcome" value="fail" disabled>Fail authentication</button></form></div>
    <script src="/frames/authenticate.js" data-site-origin="${escapeHtml(siteOrigin)}"></script>`,
  );

/**
 * In a frame, its script notifies the page around it that the payer has answered; the answer itself the page must ask
 * from Stripe.
 */
const authenticatedPage = (siteOrigin: string): string =>
  page(
    'Thank you',
    `<p role="status">Thank you. You are being taken back…</p><script src="/frames/authenticated.js" data-site-origin="${escapeHtml(siteOrigin)}"></script>`,
  );

function receiptPage(charge: Stripe.Charge): string {
  const card = charge.payment_method_details?.card;
  const rows: [string, string][] = [
    ['Amount paid', written(charge.amount, charge.currency)],
    ...(charge.amount_refunded
      ? [['Refunded', written(charge.amount_refunded, charge.currency)] as [string, string]]
      : []),
    ['Date', new Date(charge.created * 1000).toISOString().slice(0, 10)],
    ['Card', `${card?.brand ?? 'card'} ending in ${card?.last4 ?? '????'}`],
    ['Charge', charge.id],
  ];
  return page(
    'Receipt',
    `<h1>Receipt</h1><p class="soft">Sandbox: no money has moved.</p><table>${rows
      .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
      .join('')}</table>`,
  );
}
