import { defineEmail, type EmailContent, type EmailTemplate, type EmailValues } from '../../platform/email/template.ts';
import type { Text } from '../../platform/text.ts';
import { NEWS, type NewsKind } from '../../shared/orders/customer.ts';

const STEPS = ['written', 'approved', 'printed', 'delivered'] as const;
/** How many steps a letter has behind it at each notice. */
const REACHED: Partial<Record<NewsKind, number>> = {
  'letter-ready': 1,
  'letter-approved': 2,
  'letter-posted': 3,
  'letter-delivered': 4,
};

/** The lines of a payment, and its receipt as a file where it can be drawn. */
type ReceiptOf = (orderNumber: string) => Promise<Required<Pick<EmailContent, 'facts' | 'attachments'>>>;

/** What a mail about an order shows beside its sentences: what was paid, or how far the letter is. */
async function newsExtras(kind: NewsKind, values: EmailValues, text: Text, receiptOf: ReceiptOf) {
  if (kind === 'order-paid' || kind === 'order-refunded') {
    const order = String(values['order']);
    const { facts, attachments } = await receiptOf(order);
    return { facts: [{ label: text('receipt.order'), value: order }, ...facts], attachments };
  }
  const reached = REACHED[kind];
  if (reached === undefined) return {};
  return { steps: STEPS.map((step, index) => ({ label: text(`letterSteps.${step}`), isDone: index < reached })) };
}

/** The mails about orders and letters share one shape; this feature brings them for all. */
export const newsEmails = (receiptOf: ReceiptOf): EmailTemplate[] =>
  NEWS.map((kind) =>
    defineEmail({
      name: `news.${kind}`,
      compose: async (values, text) => ({
        subject: text(`news.${kind}.subject`, values),
        headline: text(`news.${kind}.title`, values),
        paragraphs: text(`news.${kind}.mail`, values).split('\n\n'),
        ...(await newsExtras(kind, values, text, receiptOf)),
        button: { label: text(`news.${kind}.button`), url: String(values['url']) },
      }),
    }),
  );
