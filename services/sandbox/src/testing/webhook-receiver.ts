import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { wholeBodyServer } from '@redress/telemetry/testing';
import type Stripe from 'stripe';

export interface ReceivedWebhook {
  body: string;
  signature: string;
  event: Stripe.Event;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Answers the next calls so instead of 200. */
  answerNext(...statuses: number[]): void;
  /** Settles once this many have arrived. */
  waitFor(count: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

/** An endpoint that writes down what is sent to it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const arrivals = new EventEmitter();
  const server = wholeBodyServer(({ headers }, response, bytes) => {
    const [body, signature] = [bytes.toString(), String(headers['stripe-signature'] ?? '')];
    received.push({ body, signature, event: JSON.parse(body) as Stripe.Event });
    response.writeHead(statuses.shift() ?? 200).end();
    arrivals.emit('webhook');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answerNext: (...next) => void statuses.push(...next),
    async waitFor(count) {
      while (received.length < count) await once(arrivals, 'webhook');
      return received;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
