// Apart from the schemas: the shell's first script needs these and none of those.
/** Where a build's files are served: immutable, for a year. */
export const buildBase = ({ name, version, buildId }: { name: string; version: string; buildId: string }): string =>
  `/assets/${name}/${version}-${buildId}/`;

/** Folder of the files that carry a hash of their contents in their names. */
export const FILES_FOLDER = 'files';
const HASHED = /\.[0-9a-f]{10}\.(js|css|svg|woff2)$/;

/**
 * Where a browser fetches a file. One with a hash of its contents in its name has one address in all builds of a remote,
 * so that a build which differs in one text is fetched again in one chunk and its entry. An entry stays at its build: its
 * own address is how webpack's runtime knows where it came from.
 */
export const fileAddress = (
  build: { name: string; version: string; buildId: string; entry: string },
  path: string,
): string =>
  HASHED.test(path) && path !== build.entry ? `/assets/${build.name}/${FILES_FOLDER}/${path}` : buildBase(build) + path;

/**
 * What a script or style sheet is called in every build of its remote, whatever its contents: `page.*.js`. `null` for a
 * file whose name carries no hash of them, as in a build that is being worked on.
 */
export const nameInAllBuilds = (path: string): string | null =>
  /\.[0-9a-f]{10}\.(js|css)$/.test(path) ? path.replace(HASHED, '.*.$1') : null;

/** Ids of the JSON blocks the site writes into every document. */
export const DOCUMENT_BLOCKS = {
  /** SignedSnapshot */ snapshot: 'redress-snapshot',
  /** PageData: keys, page-supplied header, footer, offer, document class */ page: 'redress-page',
} as const;

/** Server-sent events at `GET /releases/events`: `snapshot` carries `{channel, number}`; the tab then asks `GET /releases/snapshot`. */
export const RELEASE_ROUTES = {
  events: '/releases/events',
  snapshot: '/releases/snapshot',
  /** By its digest: the part of a snapshot about the builds of one remote. Immutable. */
  part: '/releases/part',
  /** Number of the snapshot that this site's documents are made of. */
  served: '/releases/served',
  /** Signed: at which number the channel stands, and when that was so. */
  freshness: '/releases/freshness',
  /** Signed by the root: the keys that may sign. */
  trust: '/releases/trust',
  beaconToken: '/releases/beacon-token',
  beacon: '/releases/beacon',
} as const;

/** `/settings/` is `/settings`. Read from the end: a pattern begins anew at each slash, which took seconds for a long path. */
export function normalPath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Route part of a URL path that ends in an id: `/case` of `/case/6f1e…`; null where there is no id. */
export const pathBeforeId = (path: string): string | null => /^(\/[a-z-]+)\/[0-9a-f]{24}$/.exec(path)?.[1] ?? null;
