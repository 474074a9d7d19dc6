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

/** What a mail about an order shows beside its sentences: the sum, or how far the letter is. */
function newsExtras(kind: NewsKind, values: EmailValues, text: Text): Pick<EmailContent, 'facts' | 'steps'> {
  if (kind === 'order-paid') {
    return {
      facts: [
        { label: text('receipt.order'), value: String(values['order']) },
        { label: String(values['package']), value: String(values['amount']) },
      ],
    };
  }
  const reached = REACHED[kind];
  if (reached === undefined) return {};
  return { steps: STEPS.map((step, index) => ({ label: text(`letterSteps.${step}`), isDone: index < reached })) };
}

/**
 * The mails about orders and letters share one shape; this feature brings them for all.
 * @param receiptOf - the receipt of an order number, as files; none where it cannot be drawn
 */
export const newsEmails = (
  receiptOf: (orderNumber: string) => Promise<NonNullable<EmailContent['attachments']>>,
): EmailTemplate[] =>
  NEWS.map((kind) =>
    defineEmail({
      name: `news.${kind}`,
      compose: async (values, text) => ({
        subject: text(`news.${kind}.subject`, values),
        headline: text(`news.${kind}.title`, values),
        paragraphs: text(`news.${kind}.mail`, values).split('\n\n'),
        ...newsExtras(kind, values, text),
        attachments: kind === 'order-paid' ? await receiptOf(String(values['order'])) : [],
        button: { label: text(`news.${kind}.button`), url: String(values['url']) },
      }),
    }),
  );
