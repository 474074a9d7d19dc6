import { centsToDollars } from '@redress/domain';
import type { OrderStatus } from '@redress/contracts';
import type { Platform } from '../../platform/platform.ts';
import { ownedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { findLetterOfSession, type LetterRow } from '../../shared/letters/letter.repository.ts';
import { REFUND_FAILED } from '../../shared/orders/refund.ts';
import {
  findLivePayment,
  findOrderOfSession,
  type OrderRow,
  type PaymentRow,
} from '../../shared/orders/order.repository.ts';

/** What is true of an order now, from its rows alone. */
function orderStateOf(
  order: OrderRow | null,
  payment: PaymentRow | null,
  letter: LetterRow | null,
): OrderStatus['state'] {
  if (!order) return 'none';
  if (order.status === 'refunded') return 'refunded';
  // A payment was received that matches no quote: "not charged" would be wrong.
  if (order.problem === 'payment-mismatch') return 'problem';
  if (order.status === 'open') return payment ? 'payment-pending' : 'none';
  if ((order.problem && order.problem !== REFUND_FAILED) || letter?.state === 'problem') return 'problem';
  switch (letter?.state) {
    case undefined:
      return 'paid';
    case 'approved':
      return 'approved';
    case 'posting':
      return 'posting';
    case 'posted':
      return 'posted';
    default:
      return 'letter-drafted';
  }
}

/** Where the order of a claim is; the order screen and a reloaded payment screen both draw this. */
export async function readOrderStatus(
  { db, text }: Pick<Platform, 'db' | 'text'>,
  userId: string,
  formSessionId: string,
): Promise<OrderStatus> {
  const session = await ownedSession(db, formSessionId, userId);
  const order = await findOrderOfSession(db, formSessionId, userId);
  const payment = order && (await findLivePayment(db, order.id));
  const letter = await findLetterOfSession(db, session.id);
  const state = orderStateOf(order, payment, letter);
  const isPaid = order !== null && order.status !== 'open';
  const isDeclined = state === 'payment-pending' && payment?.status === 'open' && payment.decline_code !== null;
  const said = isDeclined
    ? 'declined'
    : state === 'refunded' && order?.problem === REFUND_FAILED
      ? REFUND_FAILED
      : state;
  return {
    form_session_id: formSessionId,
    state,
    order_number: isPaid ? order.order_number : null,
    package_id: isPaid ? order.package_id : session.packageId,
    package_title: isPaid ? order.package_title : session.packageTitle,
    demand_id: letter?.id ?? null,
    payment_intent:
      state === 'payment-pending' && payment?.intent_id
        ? { id: payment.intent_id, client_secret: payment.client_secret ?? '', status: payment.status }
        : null,
    paid_at: order?.paid_at?.toISOString() ?? null,
    total: isPaid && order.total_cents !== null ? centsToDollars(order.total_cents) : null,
    message: text(`orders.state.${said}`, { order: order?.order_number ?? '' }),
  };
}
