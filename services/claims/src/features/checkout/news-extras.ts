import type { EmailContent, EmailValues } from '../../platform/email/template.ts';
import type { Text } from '../../platform/text.ts';
import type { NewsKind } from '../../shared/orders/customer.ts';

const STEPS = ['written', 'approved', 'printed', 'delivered'] as const;
/** How many steps a letter has behind it at each notice. */
const REACHED: Partial<Record<NewsKind, number>> = {
  'letter-ready': 1,
  'letter-approved': 2,
  'letter-posted': 3,
  'letter-delivered': 4,
};

/** What a mail about an order shows beside its sentences: the sum, or how far the letter is. */
export function newsExtras(kind: NewsKind, values: EmailValues, text: Text): Pick<EmailContent, 'facts' | 'steps'> {
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
