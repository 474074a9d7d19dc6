export { useEarlyInput, useEarlyPress } from './early-input.ts';
/** @public Earlier builds of remotes import it (decision 0107). */
export { emit } from './events.ts';
export { FailurePanel } from './failure-panel.tsx';
export { installHost } from './host-port.ts';
export type { HostPort } from './host-port.ts';
export { late, lateScreen, useLate } from './late.tsx';
export type { LateState } from './late.tsx';
export { remoteLifecycles } from './lifecycles.tsx';
export { AppLink, fetchAhead, navigateTo, returnPath } from './navigation.tsx';
export { announce, useDocumentTitle, usePageData, usePageDataOr } from './page-hooks.ts';
export { useRemoteName } from './remote-root.tsx';
export { useSafePoint, useUnsavedChanges } from './safe-points.ts';
export { Slot } from './slot.tsx';
