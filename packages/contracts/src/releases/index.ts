/**
 * What a build says about itself, and what a release snapshot says about all of them.
 * Written by the build, kept and signed by the release service, served by the site, obeyed by the shell.
 * @see docs/product/specification.md, docs/guides/ship-a-remote.md
 */
import * as z from 'zod/mini';
import { Cohorts, STAFF_PASS_LIMIT } from './cohorts.ts';
import { DocumentClass } from './document-class.ts';
import { menuMistake, type ServedMenuEntry } from './menu.ts';
import { Menu, ServedMenu } from './menu-entry.ts';
import { type INDEX_KIND, ROLLOUT_KIND, SNAPSHOT_KIND } from './signed-kind.ts';

export * from './addresses.ts';
export * from './cohorts.ts';
export * from './document-class.ts';
export * from './menu.ts';
export * from './menu-entry.ts';
export * from './page-data.ts';
export * from './preview.ts';
export * from './price-list.ts';
export * from './signed-kind.ts';

/** `mf-wizard`, or `shell`. */
export const BuildName = z.string().check(z.regex(/^(shell|mf-[a-z0-9-]{1,40})$/));
const BuildId = z.string().check(z.regex(/^[0-9a-f]{12}$/));
const Integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const FilePath = z.string().check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.\-/]{0,200}$/));

/** So many remotes of a channel roll out at once. */
export const ROLLOUT_LIMIT = 3;
/** A share of visitors is counted in so many parts. */
export const BUCKETS = 10_000;

/** A page names so many pages and slots as likely to follow: what a visit fetches does not grow with the site. */
export const MOST_NEXT = 6;

/** `public`: anonymous pages in the public layout. `account`: signed in, sidebar layout. Both layouts belong to the shell. */
const RouteLayout = z.enum(['public', 'account']);

export const RemoteRoute = z.object({
  path: z.string().check(z.regex(/^\/[a-z0-9-/]*$/)),
  layout: RouteLayout,
  documentClass: DocumentClass,
  /** Copy of the document's title before the remote sets its own. */
  title: z.string(),
  /** Signed-in visitors only; the shell redirects others to /login and back. */
  guarded: z.optional(z.boolean()),
  /** An id follows the path: `/case/6f1e…`. A site or shell of before there was such a page has none there. */
  hasId: z.optional(z.boolean()),
  /**
   * What a visitor of this page probably needs next: paths of pages, names of slots. Fetched ahead when the page is idle.
   * Where a remote names nothing, the build names the slots it draws and the pages it links to.
   */
  next: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MOST_NEXT))),
});
export type RemoteRoute = z.output<typeof RemoteRoute>;

/** What the shell does with a newer build while this remote is on screen. */
export const UpdatePolicy = z.enum(['allow', 'ask', 'block-while-dirty']);
export type UpdatePolicy = z.output<typeof UpdatePolicy>;

/** A persisted shape: the version this build writes, and every version it can read. */
const PersistedShape = z.object({ writes: z.int(), reads: z.array(z.int()) });

/** A remote in data: `remote.config.ts`. The shell and the release service know a remote by nothing else. */
export const RemoteConfig = z
  .object({
    name: BuildName,
    owner: z.string(),
    routes: z.array(RemoteRoute),
    /** Its entries in the side bar of the signed-in area. */
    menu: z.optional(Menu),
    /** Slot name to module path: `'wizard.payment': './src/features/payment/payment-step.tsx'`. */
    slots: z.record(z.string(), z.string()),
    /** Routes whose first screen is drawn at build time, without a visitor. */
    prerender: z.array(z.string()),
    updatePolicy: UpdatePolicy,
    persisted: z.record(z.string(), PersistedShape),
    requires: z.object({ contracts: z.string() }),
    /** Brotli bytes that its first load may have, where the team wants fewer than the platform allows. */
    budgetBytes: z.optional(z.int().check(z.positive())),
  })
  .check((context) => {
    const mistake = menuMistake(context.value);
    if (mistake !== null)
      context.issues.push({ code: 'custom', input: context.value, path: ['menu'], message: mistake });
  });
export type RemoteConfig = z.output<typeof RemoteConfig>;

const BuildFile = z.object({ integrity: Integrity, bytes: z.int() });

/** The files a module needs, in load order: the whole chain, so that nothing is discovered late. */
const ModuleChain = z.object({
  js: z.array(FilePath),
  css: z.array(FilePath),
  /** Shared packages it asks for that the shell fetches on demand: `./shared/{package}` of the shell is their chain. */
  later: z.optional(z.array(z.string())),
});

/**
 * Types of what a name or a slot takes: a digest for each prop (`title`, `tone?`), and one under `''` for the rest of it.
 * @see decision 0219
 */
export const InputTypes = z.record(z.string(), z.string());
export type InputTypes = z.output<typeof InputTypes>;

/**
 * Of a build that brings a runtime of module federation with it, as the plain plugins of bundlers make it: `instance` is the
 * name its runtime keeps itself under, `chunks` the global in which its chunks meet. Both are named after the remote, and the
 * same in all of its builds: the shell clears them before it loads another one.
 */
export const OwnRuntime = z.object({
  instance: z.string().check(z.regex(/^mf_[a-z0-9_]{1,40}$/)),
  chunks: z.string().check(z.regex(/^(webpack|rspack)Chunkmf_[a-z0-9_]{1,40}$/)),
});
export type OwnRuntime = z.output<typeof OwnRuntime>;

/** `dist/build.json`: the descriptor every build carries. Paths are relative to the build's base address. */
export const BuildDescriptor = z.object({
  format: z.literal(1),
  name: BuildName,
  version: z.string(),
  buildId: BuildId,
  owner: z.string(),
  /** Remote entry script; for the shell, its bootstrap script. */
  entry: FilePath,
  /** Name of the global the entry registers; carries the build id, so two builds never meet. Not where `runtime` is. */
  globalName: z.string(),
  /** Made by the plain plugin of a bundler. */
  runtime: z.optional(OwnRuntime),
  /** `./lifecycles` and one module a slot (`./slot/wizard.payment`). */
  exposes: z.record(z.string(), ModuleChain),
  files: z.record(z.string(), BuildFile),
  /** Prerendered screens: route to an HTML fragment and its critical style sheet, both among `files`. */
  prerendered: z.record(z.string(), z.object({ html: FilePath, css: z.array(FilePath) })),
  /** Shared packages: what a remote asks of the platform, or what the shell provides (`provides: true`). */
  shared: z.record(z.string(), z.object({ version: z.string(), provides: z.boolean() })),
  /** What its scripts take from others: slots they draw, pages of the site they name. Absent in builds made before it was listed. */
  uses: z.optional(
    z.object({
      slots: z.array(z.string()),
      links: z.array(z.string()),
      /** Names it imports of each shared package; `*` where it imports the whole. */
      names: z.optional(z.record(z.string(), z.array(z.string()))),
    }),
  ),
  /** The shell's: names it holds of each shared package. A package whose names are not known is left out. */
  offers: z.optional(z.record(z.string(), z.array(z.string()))),
  /**
   * Types of the names it imports (the shell: of all it offers) of the site's own shared packages, and of the slots it
   * draws or fills. Absent in builds made before they were listed, and in those of a watching build.
   */
  types: z.optional(
    z.object({
      shared: z.record(z.string(), z.record(z.string(), InputTypes)),
      slots: z.record(z.string(), InputTypes),
    }),
  ),
  /** The one font worth preloading with every document; the shell's. */
  preloadFont: z.optional(FilePath),
  /** @see SnapshotBuild */
  readsIndex: z.optional(z.boolean()),
  contracts: z.string(),
  config: RemoteConfig,
});
export type BuildDescriptor = z.output<typeof BuildDescriptor>;

/** The part of a descriptor a browser needs. */
export const SnapshotBuild = z.object({
  name: BuildName,
  version: z.string(),
  buildId: BuildId,
  entry: FilePath,
  globalName: z.string(),
  runtime: z.optional(OwnRuntime),
  exposes: z.record(z.string(), ModuleChain),
  /** Integrity of every script and style sheet of the build; a file without one is refused. */
  integrity: z.record(z.string(), Integrity),
  routes: z.array(RemoteRoute),
  /** Absent in builds made before entries were declared. */
  menu: z.optional(ServedMenu),
  slots: z.array(z.string()),
  prerendered: z.record(z.string(), z.object({ html: FilePath, css: z.array(FilePath) })),
  /** The one font worth preloading with every document; the shell's. */
  preloadFont: z.optional(FilePath),
  /** The shell's: it takes documents that hold a part of the snapshot. */
  readsIndex: z.optional(z.boolean()),
  updatePolicy: UpdatePolicy,
});
export type SnapshotBuild = z.output<typeof SnapshotBuild>;

/** The part of a descriptor that browsers need: no sizes, no owners, no files but scripts and style sheets. */
export function snapshotBuild(descriptor: BuildDescriptor): SnapshotBuild {
  const { name, version, buildId, entry, globalName, exposes, prerendered, config } = descriptor;
  const loaded = Object.entries(descriptor.files).filter(([path]) => /\.(js|css)$/.test(path));
  return {
    name,
    version,
    buildId,
    entry,
    globalName,
    ...(descriptor.runtime ? { runtime: descriptor.runtime } : {}),
    exposes,
    integrity: Object.fromEntries(loaded.map(([path, { integrity }]) => [path, integrity])),
    routes: config.routes,
    ...(config.menu ? { menu: config.menu } : {}),
    slots: Object.keys(config.slots),
    prerendered,
    ...(descriptor.preloadFont ? { preloadFont: descriptor.preloadFont } : {}),
    ...(descriptor.readsIndex ? { readsIndex: true } : {}),
    updatePolicy: config.updatePolicy,
  };
}

/** What a snapshot says of one remote: the builds that a tab may show. */
export const SnapshotPart = z.object({ current: SnapshotBuild, lastGood: z.nullable(SnapshotBuild) });

/** One build per remote and the shell: numbered, immutable, signed. Every change makes a new one. */
export const Snapshot = z.object({
  /** Absent in snapshots made before it was named. */
  kind: z.optional(z.literal(SNAPSHOT_KIND)),
  format: z.literal(1),
  product: z.literal('redress'),
  channel: z.string(),
  number: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
  shell: SnapshotBuild,
  remotes: z.record(z.string(), SnapshotPart),
  /** Switched off by the kill switch: their files are not loaded at all; their routes and slots say so. */
  off: z.optional(z.record(z.string(), z.object({ routes: z.array(RemoteRoute), slots: z.array(z.string()) }))),
  /** Newest entry of the ledger when the snapshot was signed: entries cut from its end are seen. */
  ledger: z.optional(z.object({ seq: z.int(), hash: z.string() })),
  /** Builds that no tab may go on showing: what is typed into them is saved as far as it can be, and they go at once. */
  withdrawn: z.optional(z.array(BuildId)),
  /** By remote, shells of before that open tabs may run and its builds do not fit: such a tab keeps what it has of it. */
  unfit: z.optional(z.record(z.string(), z.array(BuildId))),
  /** Remotes whose build is one that rolls out; absent in the snapshot that everybody else has (decision 0218). */
  variant: z.optional(z.array(BuildName).check(z.minLength(1), z.maxLength(ROLLOUT_LIMIT))),
  /** Seen only by who opened its address; `what` is shown there. It ends with the snapshot (decision 0222). */
  preview: z.optional(
    z.object({
      what: z.string(),
      /** The team, or the token, that made it. */
      by: z.optional(z.string()),
    }),
  ),
});
export type Snapshot = z.output<typeof Snapshot>;

/** On the wire the payload stays the very text that was signed. `signature`: Ed25519, base64. */
export const SignedSnapshot = z.object({ keyId: z.string(), signature: z.string(), payload: z.string() });
export type SignedSnapshot = z.output<typeof SignedSnapshot>;

/** Of a remote in an index: its pages, menu and slots, and the digest (SHA-256, base64url) of what the snapshot says of its builds. */
export interface IndexedRemote {
  part: string;
  routes: Omit<RemoteRoute, 'next'>[];
  menu?: ServedMenuEntry[];
  slots: string[];
}

/**
 * A snapshot with digests in place of the builds of its remotes (decision 0109). Signed too, so that each part which is
 * read later is known to be of this snapshot.
 */
export type SnapshotIndex = Omit<Snapshot, 'kind' | 'ledger' | 'remotes'> & {
  kind: typeof INDEX_KIND;
  remotes: Record<string, IndexedRemote>;
};

/** A snapshot in a document: the whole of it, or its index with the parts that the document needs, each as it was signed. */
export type DocumentSnapshot = SignedSnapshot & { parts?: Record<string, string> };

/** As sites get it. `index`: signature of the index, whose text follows from the payload. */
export const SiteSnapshot = z.object({
  ...SignedSnapshot.shape,
  index: z.optional(z.object({ keyId: z.string(), signature: z.string() })),
});
export type SiteSnapshot = z.output<typeof SiteSnapshot>;

/** A build of one remote that a share of the visitors has. */
export const RolloutRule = z.object({
  remote: BuildName,
  build: BuildId,
  /** The build of everybody else. */
  base: BuildId,
  buckets: z.int().check(z.nonnegative(), z.maximum(BUCKETS)),
  /** Drawn for this rollout alone: who is among the first does not follow from another one. */
  salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  cohorts: z.optional(Cohorts),
});
export type RolloutRule = z.output<typeof RolloutRule>;

/** What rolls out in a channel at one snapshot's number. */
export const RolloutRules = z.object({
  kind: z.literal(ROLLOUT_KIND),
  format: z.literal(1),
  product: z.literal('redress'),
  channel: z.string(),
  number: z.int(),
  rules: z.array(RolloutRule).check(z.minLength(1), z.maxLength(ROLLOUT_LIMIT)),
  /** Numbers of staff passes that were ended before their time. */
  endedPasses: z.optional(z.array(z.int()).check(z.maxLength(STAFF_PASS_LIMIT))),
});
export type RolloutRules = z.output<typeof RolloutRules>;

/** The rules and the variants of what rolls out, each signed by itself. */
const SignedRollout = z.object({
  rules: SignedSnapshot,
  variants: z.array(SiteSnapshot).check(z.minLength(1), z.maxLength(2 ** ROLLOUT_LIMIT - 1)),
});
export type SignedRollout = z.output<typeof SignedRollout>;

/**
 * A snapshot as sites get it: with the signed rules and the signed variants of its number while something rolls out.
 * Documents and tabs get the snapshot alone.
 */
export const SignedRelease = z.object({
  ...SiteSnapshot.shape,
  rollout: z.optional(SignedRollout),
});
export type SignedRelease = z.output<typeof SignedRelease>;

/**
 * Signed every minute: the channel stands at this number at this time. Who takes a snapshot asks for one, so that an old
 * snapshot, however well signed, is not passed off as the current one.
 */
export const Freshness = z.object({
  format: z.literal(1),
  product: z.literal('redress'),
  channel: z.string(),
  number: z.int(),
  at: z.iso.datetime(),
});
export type Freshness = z.output<typeof Freshness>;
/** `signature`: of `redress freshness`, a line end and the payload. */
export const SignedFreshness = z.object({ keyId: z.string(), signature: z.string(), payload: z.string() });
export type SignedFreshness = z.output<typeof SignedFreshness>;

/** An error of a tab as it left the browser, without anything of a person. */
export const ReportedError = z.object({
  message: z.string().check(z.maxLength(320)),
  cause: z.optional(z.string().check(z.maxLength(320))),
  /** Places in the site's scripts, innermost first. */
  frames: z.array(z.string().check(z.regex(/^\/assets\/[\w./-]{1,150}\.js:\d{1,7}:\d{1,7}$/))).check(z.maxLength(12)),
});
export type ReportedError = z.output<typeof ReportedError>;

const SignedTrustAlone = z.object({ payload: z.string(), signatures: z.record(z.string(), z.string()) });
/**
 * The trust document, signed by the root: whose signatures of releases count. `signatures`: by key id, of `redress
 * trust`, a line end and the payload. `roots`: every version that changed the root, oldest first, each signed by the root
 * before it and by its own; whoever holds an older version follows from one to the next. A tab takes keys from it that
 * came after its document, when the root of its document signed it, or the first of these changes that it has not seen.
 */
export const SignedTrust = z.object({ ...SignedTrustAlone.shape, roots: z.optional(z.array(SignedTrustAlone)) });
export type SignedTrust = z.output<typeof SignedTrust>;

/** What a tab reports of one remote's build. */
export const RemoteReport = z.object({
  remote: BuildName,
  buildId: BuildId,
  snapshot: z.int(),
  kind: z.enum([
    'loaded',
    'load-failed',
    'mount-failed',
    'timed-out',
    'integrity-refused',
    'render-error',
    'fell-back',
    'vital',
  ]),
  /** Milliseconds for `loaded`, the vital's value for `vital`. */
  value: z.optional(z.number()),
  detail: z.optional(z.string().check(z.maxLength(200))),
  error: z.optional(ReportedError),
});
export type RemoteReport = z.output<typeof RemoteReport>;

export * from './document.ts';
export * from './fill-document.ts';
