import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { Middleware, Reducer, UnknownAction } from 'redux';
import {
  forgetPersonalStorage,
  forgetTabStorage,
  readClaim,
  readOwner,
  writeClaim,
  writeOwner,
} from './browser-storage.ts';
import { claimSlice, tabForgotten } from './claim.slice.ts';
import { selectOwner, sessionSlice, signedOut, type SessionState } from './session.slice.ts';
import { forgetRefused } from './stored.ts';
import { wizardSlice } from './wizard.slice.ts';

/** Slices that packages and remotes add at run time extend this by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into by api-client and the remotes
export interface LazySlices {}

const createRootReducer = () => combineSlices(sessionSlice, wizardSlice, claimSlice).withLazyLoadedSlices<LazySlices>();

/** What the storage of this tab keeps from the document before. */
const keptState = () => {
  const owner = readOwner();
  const session: SessionState = owner === null ? { status: 'unknown' } : { status: 'unknown', owner };
  return { session, claim: readClaim() };
};

interface CopiedState {
  session: SessionState;
  claim: ReturnType<typeof readClaim>;
}

/** Keeps the copy in storage equal to the store. A document that is being left writes nothing: the tab has another owner. */
const keepCopy: Middleware<object, CopiedState> =
  ({ getState }) =>
  (next) =>
  (action) => {
    const before = getState();
    const result = next(action);
    const { session, claim } = getState();
    if (signedOut.match(action)) forgetPersonalStorage(selectOwner(before));
    else if (tabForgotten.match(action)) forgetTabStorage();
    else if (session.status !== 'leaving') {
      if (claim !== before.claim) writeClaim(claim);
      if (session.status === 'authenticated' && session !== before.session) writeOwner(session.user.user_id);
    }
    return result;
  };

const createStore = () => {
  const rootReducer = createRootReducer();
  /** Another account signed in: in the same step the state of the one before is gone, and nothing changes it again. */
  const reducer: typeof rootReducer = Object.assign((...[state, action]: Parameters<typeof rootReducer>) => {
    if (state?.session?.status === 'leaving') return state as ReturnType<typeof rootReducer>;
    const next = rootReducer(state, action);
    return next.session.status === 'leaving'
      ? { ...rootReducer(undefined, { type: 'left' }), session: next.session }
      : next;
  }, rootReducer);
  // For the middleware of RTK Query, which arrives with the api-client package.
  const late = createDynamicMiddleware();
  const store = configureStore({
    reducer,
    preloadedState: keptState(),
    // In development and tests state must be serializable and not mutated; a production build has no such checks. The
    // cache of RTK Query is left out: only the library writes it, and a walk over its lists costs every action 80 ms.
    middleware: (defaults) =>
      defaults({
        serializableCheck: { ignoredPaths: ['api'] },
        immutableCheck: { ignoredPaths: ['api'] },
      }).concat(keepCopy, late.middleware),
  });
  return { store, rootReducer, addMiddleware: late.addMiddleware };
};

type Kernel = ReturnType<typeof createStore>;
export type AppStore = Kernel['store'];
export type RootState = ReturnType<AppStore['getState']>;
export type AppDispatch = AppStore['dispatch'];

let kernel: Kernel | undefined;

/** The one store of the page, made on first use. This package is a federation singleton, so every remote uses the same one. */
export const getStore = (): AppStore => (kernel ??= createStore()).store;

/** For tests: the next `getStore` makes a new one. */
export const resetStore = (): void => {
  kernel = undefined;
  forgetRefused();
};

/**
 * Adds a slice, or replaces the one another build of the same remote added under this name:
 * after a rollback the older reducer must run, not the newer one it replaced.
 */
export const injectSlice = <State, Action extends UnknownAction>(slice: {
  reducerPath: string;
  reducer: Reducer<State, Action>;
}): void => {
  const store = getStore();
  kernel?.rootReducer.inject(
    { reducerPath: slice.reducerPath as never, reducer: slice.reducer as never },
    { overrideExisting: true },
  );
  // Initialises the new slice's state now, not at the next action.
  store.dispatch({ type: `${slice.reducerPath}/injected` });
};

/** Adds middleware to the running store; the same one again is not added twice. */
export const injectMiddleware = (middleware: Middleware): void => {
  getStore();
  kernel?.addMiddleware(middleware);
};

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
