import { ALONE_PAGE } from '../alone/page.ts';
import { type HostPort, installHost } from '../host-port.ts';

/** A host for component tests: remembers what it was asked. Returns it with the way to take it out. */
export function installFakeHost(overrides: Partial<HostPort> = {}) {
  const visited: string[] = [];
  const said: string[] = [];
  const remove = installHost({
    page: ALONE_PAGE,
    navigate: (path) => void visited.push(path),
    loadSlot: () => Promise.reject(new Error('no slots here')),
    prefetch: () => {},
    fetchAhead: () => {},
    isPage: (path) => ['/', '/dashboard', '/login'].includes(path),
    announce: (text) => void said.push(text),
    setTitle: (title) => void (document.title = title),
    recoverSlot: () => Promise.resolve(false),
    ...overrides,
  });
  return { visited, said, remove };
}
