import type { Services } from './wizard-services.tsx';

/** What the page goes by until its services are there: nothing is known, nothing is lost. */
export const NO_SERVICES: Services = {
  draft: {
    opening: { kind: 'waiting' },
    isReady: false,
    isAtRisk: false,
    isPaid: false,
    flush: () => Promise.resolve(),
    saveNow: () => undefined,
    openAgain: () => undefined,
    acceptOffer: () => undefined,
    startNew: () => Promise.resolve(),
    leaveEditMode: () => undefined,
  },
  lists: { categories: null, categoriesProblem: null, subcategoryCount: null },
  firstIncomplete: () => null,
  forScreens: { flush: () => Promise.resolve(), startNew: () => Promise.resolve() },
};
