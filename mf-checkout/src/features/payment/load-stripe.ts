import { call } from '@redress/api-client';
import { getPublishableKey } from '@redress/contracts';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import type { TrustedTypePolicy, TrustedTypesWindow } from 'trusted-types/lib';

const LOAD_TIMEOUT_MS = 15_000;
/** Policy in the document's `trusted-types`; admits one address. */
const POLICY = 'redress-stripe';

// A policy can be made once a page, and two builds of this remote may each come by.
const MADE = Symbol.for('redress.stripePolicy');
const page = globalThis as { [MADE]?: Pick<TrustedTypePolicy, 'createScriptURL'> } & Partial<TrustedTypesWindow>;

const trusted = (address: string): string => {
  if (!page.trustedTypes) return address;
  page[MADE] ??= page.trustedTypes.createPolicy(POLICY, {
    createScriptURL(url) {
      if (url !== address) throw new TypeError(`Not the card service: ${url}`);
      return url;
    },
  });
  // TypeScript's DOM library knows no Trusted Types yet.
  return page[MADE].createScriptURL(address) as unknown as string;
};

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The card service could not be loaded'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.src = trusted(address);
    document.head.append(script);
  });
}

/**
 * Whether this document was loaded for another page, such as the dashboard a draft was resumed from. Only the wizard's
 * own documents may load the card service (R30), so the page has to be loaded again before paying.
 */
export function isDocumentOfAnotherPage(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, location.href).pathname !== location.pathname;
}

/**
 * Stripe.js from the address the site names: Stripe's own, or the stand-in of the sandbox. The same code either way:
 * `loadStripe` takes the `window.Stripe` that the script defined.
 * @throws {Error} when the script or the key cannot be had
 */
export async function openStripe(scriptAddress: string): Promise<Stripe> {
  const key = await call(getPublishableKey, {});
  if ('error' in key) throw new Error(key.error.code);
  if (!('Stripe' in window)) await loadScript(scriptAddress);
  const stripe = await loadStripe(key.data.publishable_key);
  if (!stripe) throw new Error('Stripe.js defined no window.Stripe');
  return stripe;
}
