import type { Appearance } from '../protocol.ts';
import { nextId } from './frame.ts';
import { showWallet } from './overlay.ts';

/** The element whose wallet button was pressed. */
interface WalletElement {
  readonly id: string;
  readonly options: Record<string, unknown>;
  readonly group: {
    readonly publishableKey: string;
    readonly appearance: Appearance;
    readonly currency: string;
    walletInUse: unknown;
    amount(): Promise<number | undefined>;
  };
  hasHandler(event: string): boolean;
  emit(event: string, detail?: Record<string, unknown>): void;
}

interface LineItem {
  name: string;
  amount: number;
}

interface ClickDetails {
  lineItems?: LineItem[];
  emailRequired?: boolean;
  phoneNumberRequired?: boolean;
}

const CLICK_ANSWER_MS = 1000;

/** A press of a wallet button: `click`, the page's resolve, the sheet, then `confirm` or `cancel`. */
export function openWallet(element: WalletElement, wallet: string): void {
  let isAnswered = false;
  const proceed = (details: ClickDetails = {}) => {
    if (isAnswered) return;
    isAnswered = true;
    void showSheet(element, wallet, { ...(element.options as ClickDetails), ...details });
  };
  const reject = () => {
    isAnswered = true;
  };
  if (!element.hasHandler('click')) return proceed();
  element.emit('click', { expressPaymentType: wallet, resolve: proceed, reject });
  // Stripe closes the sheet again when the page has not answered within a second.
  setTimeout(() => {
    if (isAnswered) return;
    isAnswered = true;
    element.emit('cancel');
  }, CLICK_ANSWER_MS);
}

async function showSheet(element: WalletElement, wallet: string, details: ClickDetails): Promise<void> {
  const { group } = element;
  const written = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: group.currency }).format(amount / 100);
  const total = await group.amount();
  const paid = await showWallet({
    id: nextId('wallet'),
    publishableKey: group.publishableKey,
    init: () => ({
      options: {
        expressId: element.id,
        ...(total === undefined ? {} : { amount: written(total) }),
        lineItems: (details.lineItems ?? []).map(({ name, amount }) => ({ name, amount: written(amount) })),
      },
      appearance: group.appearance,
    }),
  });
  if (!paid) return element.emit('cancel');
  group.walletInUse = element;
  element.emit('confirm', {
    expressPaymentType: wallet,
    billingDetails: {
      name: 'Wallet Owner',
      ...(details.emailRequired ? { email: 'wallet.owner@example.com' } : {}),
      ...(details.phoneNumberRequired ? { phone: '+15125550100' } : {}),
      address: { line1: '1 Main St', line2: null, city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
    },
    paymentFailed: () => {
      group.walletInUse = undefined;
    },
  });
}
