import { nextId } from './frame.ts';
import { showWallet } from './overlay.ts';

/** The element whose wallet button was pressed. */
interface WalletElement {
  readonly id: string;
  readonly group: { readonly publishableKey: string; readonly price: string; walletInUse: unknown };
  hasHandler(event: string): boolean;
  emit(event: string, detail?: Record<string, unknown>): void;
}

const CLICK_ANSWER_MS = 1000;

/** A press of a wallet button: `click`, the page's resolve, the sheet, then `confirm` or `cancel`. */
export function openWallet(element: WalletElement, wallet: string): void {
  let isAnswered = false;
  const proceed = () => {
    if (isAnswered) return;
    isAnswered = true;
    void showSheet(element, wallet);
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

async function showSheet(element: WalletElement, wallet: string): Promise<void> {
  const { group } = element;
  const paid = await showWallet({
    id: nextId('wallet'),
    publishableKey: group.publishableKey,
    init: () => ({ expressId: element.id, price: group.price }),
  });
  if (!paid) return element.emit('cancel');
  group.walletInUse = element;
  element.emit('confirm', {
    expressPaymentType: wallet,
    billingDetails: {
      name: 'Wallet Owner',
      address: { line1: '1 Main St', line2: null, city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
    },
    paymentFailed: () => {
      group.walletInUse = undefined;
    },
  });
}
