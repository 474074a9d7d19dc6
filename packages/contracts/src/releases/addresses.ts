// Apart from the schemas: the shell's first script needs these and none of those.
/** Where a build's files are served: immutable, for a year. */
export const buildBase = ({ name, version, buildId }: { name: string; version: string; buildId: string }): string =>
  `/assets/${name}/${version}-${buildId}/`;

/** Ids of the JSON blocks the site writes into every document. */
export const DOCUMENT_BLOCKS = {
  /** SignedSnapshot */ snapshot: 'redress-snapshot',
  /** PageData: keys, page-supplied header, footer, offer, document class */ page: 'redress-page',
} as const;

/** Server-sent events at `GET /releases/events`: `snapshot` carries `{channel, number}`; the tab then asks `GET /releases/snapshot`. */
export const RELEASE_ROUTES = {
  events: '/releases/events',
  snapshot: '/releases/snapshot',
  /** Number of the snapshot that this site's documents are made of. */
  served: '/releases/served',
  /** Signed: at which number the channel stands, and when that was so. */
  freshness: '/releases/freshness',
  beaconToken: '/releases/beacon-token',
  beacon: '/releases/beacon',
} as const;
