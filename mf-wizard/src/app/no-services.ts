import type { Services } from './wizard-services.tsx';

/** Values of the page until its services are loaded: nothing is known and nothing is unsaved. */
export const NO_SERVICES: Services = {
  draft: {
    opening: { kind: 'waiting' },
    isReady: false,
    isAtRisk: false,
    flush: () => Promise.resolve(),
    saveNow: () => undefined,
    openAgain: () => undefined,
    acceptOffer: () => undefined,
    startNew: () => Promise.resolve(),
    leave: () => undefined,
  },
  lists: { categories: null, categoriesProblem: null, subcategoryCount: null },
  firstIncomplete: () => null,
  forScreens: { flush: () => Promise.resolve(), startNew: () => Promise.resolve() },
};
