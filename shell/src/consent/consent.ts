import type { PageData } from '@redress/contracts/releases';
import type { Host, OwnedRoute } from '@redress/mf-runtime/host';
import { getStore, injectMiddleware } from '@redress/session-store';
import { purchaseMade } from '@redress/session-store/purchase';
import { CONSENT_BUTTON } from '../frame/regions.ts';
import { browserRefuses, keepChoice, readChoice, watchChoice, type Choice } from './choice.ts';
import { createConsentBar } from './consent-bar.ts';
import { forgetConversions, keepConversion, takeConversions } from './conversions.ts';
import { removeTagCookies, runTags, reportConversion } from './tags.ts';

interface ConsentPort {
  page: PageData & { consent: { version: string } };
  host: Pick<Host, 'routeOf' | 'save'>;
  /** Loads this document again. */
  reload(): void;
}

export type Consent = ReturnType<typeof startConsent>;

/**
 * Asks once, remembers, and lets third-party tags run where they may (R30): in public documents, for a visitor who is
 * not signed in, after consent. The only module that loads them; sites without tags never load it.
 */
export function startConsent({ page, host, reload }: ConsentPort) {
  const { version } = page.consent;
  let haveRun = false;
  let isSealed = false;

  /** Tags never run for a visitor who is signed in or was in this document. */
  const isAnonymous = () => {
    const { session } = getStore().getState();
    return session.status === 'anonymous' && !session.ended;
  };
  /**
   * Whether tags may run in this document at all, now. Once a private page was in it, never again: what it held may still
   * be in memory. The wizard leaves a public document at the account gate by itself.
   */
  const isOpen = () => {
    isSealed ||= host.routeOf(location.pathname)?.route.documentClass === 'private';
    return page.tags !== undefined && !isSealed && isAnonymous();
  };

  const run = () => {
    if (!page.tags || haveRun) return;
    haveRun = true;
    runTags(page.tags);
    for (const conversion of takeConversions()) reportConversion(page.tags, conversion);
  };

  const update = () => {
    const choice = readChoice(version);
    if (!isOpen()) return bar.hide();
    if (choice === 'accepted') run();
    else if (choice === null && !browserRefuses()) return bar.show(null, false);
    bar.hide();
  };

  const answer = (choice: Choice) => {
    keepChoice(version, choice);
    if (choice === 'refused') {
      forgetConversions();
      removeTagCookies();
    }
    // What runs cannot be stopped but by leaving the document.
    if (choice === 'refused' && haveRun) void host.save().finally(reload);
    else update();
  };
  const bar = createConsentBar(answer);

  const stopped = new AbortController();
  const { signal } = stopped;
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest(`[${CONSENT_BUTTON}]`)) bar.show(readChoice(version), true);
    },
    { signal },
  );
  watchChoice(signal, () => {
    if (readChoice(version) === 'refused' && haveRun) void host.save().finally(reload);
    else update();
  });
  injectMiddleware(() => (next) => (action) => {
    if (purchaseMade.match(action) && !signal.aborted && readChoice(version) === 'accepted')
      keepConversion(action.payload.valueCents);
    return next(action);
  });
  let { status } = getStore().getState().session;
  const stopWatching = getStore().subscribe(() => {
    const next = getStore().getState().session.status;
    if (next === status) return;
    status = next;
    update();
  });
  update();
  return {
    pageChanged: update,
    /** Whether this page needs a document of its own for accepted tags: in the present one none may run any more. */
    wantsDocument: ({ route }: OwnedRoute) =>
      route.documentClass === 'public' && !haveRun && isAnonymous() && readChoice(version) === 'accepted',
    stop() {
      stopped.abort();
      stopWatching();
      bar.hide();
    },
  };
}
