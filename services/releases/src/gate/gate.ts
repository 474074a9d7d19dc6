import { type BuildDescriptor, lookOf, sideBarOf } from '@redress/contracts/releases';
import { satisfies } from 'semver';
import type { Finding } from '@redress/contracts/release-api';
import type { BuildFacts } from '../builds/facts.ts';
import type { BuildSet } from './build-set.ts';
import { checkTypes } from './types.ts';

/** Most brotli bytes a visitor fetches before a build does anything. */
const SHELL_BYTES = 160_000;
export const REMOTE_BYTES = 90_000;

/** Under this name a shell exposes a package that it shares later. */
const SHARED_MODULE = './shared/';

export interface GateInput {
  /** What the channel serves now; empty for a new channel. */
  before: BuildSet;
  /** What it would serve. */
  after: BuildSet;
  /** Facts of the builds that change, by name. */
  facts: Readonly<Record<string, BuildFacts>>;
  /** Builds of a changed remote that visitors have run since the one now wanted, so whose drafts may be about. */
  wroteDrafts: Readonly<Record<string, readonly BuildDescriptor[]>>;
  /** The wanted build has served before: its size and style are no news, only what fits what is. */
  isRollback: boolean;
}

const found = (code: Finding['code'], message: string): Finding => ({ code, message });

/** Reads the artefacts of a change and says what stands against it. Each finding is a fact of the builds. */
export function checkChange(input: GateInput): Finding[] {
  const changed = Object.values(input.after).filter(({ name, buildId }) => input.before[name]?.buildId !== buildId);
  return [
    ...changed.flatMap((build) => [
      ...missingIntegrity(build),
      ...(input.isRollback
        ? []
        : [
            ...unpinnable(build),
            ...unsafeCode(build, input.facts[build.name]),
            ...platformFaults(build, input.facts[build.name]),
            ...menuTaken(build, input.after),
            ...overBudget(build, input.facts[build.name]),
            ...rollbackBlockers(input.before[build.name], build),
          ]),
      ...removedModules(input.before[build.name], build, input),
      ...(input.isRollback
        ? unreadableShapes(build, input.wroteDrafts[build.name] ?? [], { isOlder: true }).values()
        : shapesUnread(input.before[build.name], build, input.wroteDrafts[build.name] ?? []).lost),
    ]),
    ...taken(input.after, changed),
    ...contractRanges(input.after, changed),
    ...sharedPackages(input.after, changed),
    ...sharedNames(input.after, changed),
    // The way back stays open: what it leads to has served with these types.
    ...(input.isRollback ? [] : checkTypes(input.before, input.after).findings),
  ];
}

function missingIntegrity(build: BuildDescriptor): Finding[] {
  const needed = new Set([
    build.entry,
    ...Object.values(build.exposes).flatMap(({ js, css }) => [...js, ...css]),
    ...Object.values(build.prerendered).flatMap(({ html, css }) => [html, ...css]),
  ]);
  return [...needed]
    .filter((file) => !Object.hasOwn(build.files, file))
    .map((file) => found('INTEGRITY_MISSING', `${build.name} loads ${file}, which build.json does not list.`));
}

/** Scripts and style sheets are pinned, and read by this gate, by how their names end. */
function unpinnable({ name, entry, exposes, prerendered }: BuildDescriptor): Finding[] {
  const chains = Object.values(exposes);
  const scripts = [entry, ...chains.flatMap(({ js }) => js)].filter((file) => !file.endsWith('.js'));
  const sheets = [...chains, ...Object.values(prerendered)].flatMap(({ css }) => css);
  const wrong = [...scripts, ...sheets.filter((file) => !file.endsWith('.css'))];
  const why = 'which is not named as a script or a style sheet and gets no pin.';
  return [...new Set(wrong)].map((file) => found('INTEGRITY_MISSING', `${name} loads ${file}, ${why}`));
}

const unsafeCode = (build: BuildDescriptor, facts: BuildFacts | undefined): Finding[] =>
  Object.entries(facts?.unsafe ?? {}).map(([file, what]) =>
    found('UNSAFE_CODE', `${build.name} holds ${what.join(' and ')} in ${file}.`),
  );

const platformFaults = (build: BuildDescriptor, facts: BuildFacts | undefined): Finding[] =>
  (facts?.platformFaults ?? []).map(({ code, file, what }) => ({ code, message: `${build.name}: ${file} ${what}.` }));

/** What is waited for: the shell's own chain; of a remote its page, or a slot. */
function firstLoads({ name, entry, exposes }: BuildDescriptor): string[][] {
  const chains = Object.entries(exposes).flatMap(([module, chain]) =>
    name === 'shell' && module !== './shell' ? [] : [chain],
  );
  return [[], ...chains.map(({ js, css }) => [...js, ...css])].map((files) => [...new Set([entry, ...files])]);
}

/** Brotli bytes of a build's first load, the largest where there are several. */
export const firstLoadBytes = (build: BuildDescriptor, { wireBytes }: BuildFacts): number =>
  Math.max(...firstLoads(build).map((files) => files.reduce((sum, file) => sum + (wireBytes[file] ?? 0), 0)));

/** A remote may ask for less than the platform allows, never for more. */
export const budgetOf = ({ name, config }: BuildDescriptor): number => {
  const allowed = name === 'shell' ? SHELL_BYTES : REMOTE_BYTES;
  return Math.min(allowed, config.budgetBytes ?? allowed);
};

function overBudget(build: BuildDescriptor, facts: BuildFacts | undefined): Finding[] {
  if (!facts) return [];
  const [bytes, budget] = [firstLoadBytes(build, facts), budgetOf(build)];
  if (bytes <= budget) return [];
  return [found('OVER_BUDGET', `The first load of ${build.name} is ${bytes} bytes; its budget is ${budget}.`)];
}

/**
 * What the wanted build lacks of the one before. Forward, everything that was served counts: links in mails and
 * bookmarks point at it. Back, only what another build on the channel uses, so that a bad release can be rolled back.
 */
function removedModules(
  before: BuildDescriptor | undefined,
  build: BuildDescriptor,
  { after, isRollback }: GateInput,
): Finding[] {
  if (!before) return [];
  const others = Object.values(after).filter(({ name }) => name !== build.name);
  const counts = (usedBy: (other: BuildDescriptor) => boolean | undefined) => !isRollback || others.some(usedBy);
  const isGone = (has: (config: BuildDescriptor['config']) => boolean) =>
    ![build, ...others].some(({ config }) => has(config));
  const slots = Object.keys(before.config.slots).filter(
    (slot) => isGone((config) => slot in config.slots) && counts(({ uses }) => uses?.slots.includes(slot)),
  );
  const routes = before.config.routes.filter(
    ({ path }) =>
      isGone((config) => config.routes.some((route) => route.path === path)) &&
      counts(({ uses }) => uses?.links.includes(path)),
  );
  const exposes = Object.keys(before.exposes).filter(
    (module) =>
      !(module in build.exposes) &&
      !module.startsWith('./slot/') &&
      !isSharedAtOnce(build, module) &&
      counts((other) => asksFor(other, module)),
  );
  return [
    ...slots.map((slot) => found('SLOT_REMOVED', `${build.name} no longer fills ${slot}.`)),
    ...routes.map(({ path }) => found('ROUTE_REMOVED', `${build.name} no longer serves ${path}.`)),
    ...exposes.map((module) => found('EXPOSE_REMOVED', `${build.name} no longer exposes ${module}.`)),
  ];
}

/** A shell that shares a package with every page, and one that shares it later, both give it to whoever asks. */
const isSharedAtOnce = ({ shared }: BuildDescriptor, module: string): boolean =>
  module.startsWith(SHARED_MODULE) && shared[module.slice(SHARED_MODULE.length)]?.provides === true;

/** Of another build, a build loads slots and the shell's shared packages, no other module. */
const asksFor = ({ exposes }: BuildDescriptor, module: string): boolean =>
  Object.values(exposes).some(({ later }) => later?.some((name) => module === SHARED_MODULE + name));

/**
 * Drafts in browsers and on the server were written by the builds before; the wanted one must read them all.
 * @param reader.isOlder - it never knew what came after it, and leaves a shape alone that it has no name for
 * @returns by shape and its version
 */
function unreadableShapes(
  build: BuildDescriptor,
  writers: readonly BuildDescriptor[],
  reader: { isOlder: boolean },
): Map<string, Finding> {
  const unread = new Map<string, Finding>();
  for (const writer of writers) {
    for (const [shape, { writes }] of Object.entries(writer.config.persisted)) {
      const known = build.config.persisted[shape];
      if (known ? known.reads.includes(writes) : reader.isOlder) continue;
      const message = `${build.name} ${build.version} cannot read ${shape} version ${writes}, written by ${writer.version} (${writer.buildId}).`;
      unread.set(`${shape} ${writes}`, found('SHAPE_UNREADABLE', message));
    }
  }
  return unread;
}

/**
 * Forward, drafts that the serving build reads and the wanted one would not are `lost`. Those that nobody reads `already`
 * are of a build that was rolled back: its repair makes nothing worse, and says it.
 */
export function shapesUnread(
  before: BuildDescriptor | undefined,
  build: BuildDescriptor,
  writers: readonly BuildDescriptor[],
): { lost: Finding[]; already: Finding[] } {
  const now = before ? unreadableShapes(before, writers, { isOlder: false }) : new Map<string, Finding>();
  const then = [...unreadableShapes(build, writers, { isOlder: false })];
  const of = (isAlready: boolean) => then.filter(([shape]) => now.has(shape) === isAlready).map(([, each]) => each);
  return { lost: of(false), already: of(true) };
}

/** What the new build writes, the one before must read: otherwise rolling back would break drafts. */
const rollbackBlockers = (before: BuildDescriptor | undefined, build: BuildDescriptor): Finding[] =>
  before ? [...unreadableShapes(before, [build], { isOlder: true }).values()] : [];

function taken(after: BuildSet, changed: readonly BuildDescriptor[]): Finding[] {
  return changed.flatMap((build) =>
    Object.values(after)
      .filter(({ name }) => name !== build.name)
      .flatMap((other) => [
        ...Object.keys(build.config.slots)
          .filter((slot) => slot in other.config.slots)
          .map((slot) => found('SLOT_TAKEN', `${other.name} and ${build.name} both fill ${slot}.`)),
        ...build.config.routes
          .filter(({ path }) => other.config.routes.some((route) => route.path === path))
          .map(({ path }) => found('ROUTE_TAKEN', `${other.name} and ${build.name} both serve ${path}.`)),
      ]),
  );
}

/** Words of the shell's own in the side bar; a test compares them with its copy. */
export const SHELL_LABELS = ['Log Out'];

/** A label that looks like another remote's, or the shell's, would lead people to a page that they do not mean. */
function menuTaken(build: BuildDescriptor, after: BuildSet): Finding[] {
  const others = Object.values(after).filter(({ name }) => name !== build.name);
  const taken = new Map([
    ...SHELL_LABELS.map((label) => [lookOf(label), 'the shell'] as const),
    ...others.flatMap(({ name, config }) => sideBarOf([config]).map(({ label }) => [lookOf(label), name] as const)),
  ]);
  return sideBarOf([build.config]).flatMap(({ label }) => {
    const owner = taken.get(lookOf(label));
    if (owner === undefined) return [];
    return found('MENU_TAKEN', `“${label}” of ${build.name} looks like an entry of ${owner}.`);
  });
}

/** Whether a remote finds in a shell what it needs: a build that tabs fall back to is no change that the gate is asked of. */
export const fitsShell = (shell: BuildDescriptor, remote: BuildDescriptor): boolean =>
  [contractRanges, sharedPackages, sharedNames].every((check) => check({ shell, remote }, [remote]).length === 0);

/** Whom a change of these builds concerns: themselves, and everybody when the shell is among them. */
function affectedBuilds(after: BuildSet, changed: readonly BuildDescriptor[]): BuildDescriptor[] {
  const remotes = changed.some(({ name }) => name === 'shell') ? Object.values(after) : changed;
  return remotes.filter(({ name }) => name !== 'shell');
}

function contractRanges(after: BuildSet, changed: readonly BuildDescriptor[]): Finding[] {
  const offered = after.shell?.contracts;
  if (!offered) return [];
  return affectedBuilds(after, changed)
    .filter(({ contracts }) => !satisfies(offered, contracts))
    .map(({ name, contracts }) =>
      found('CONTRACTS_RANGE', `${name} needs contracts ${contracts}; the shell offers ${offered}.`),
    );
}

function sharedPackages(after: BuildSet, changed: readonly BuildDescriptor[]): Finding[] {
  const platform = after.shell?.shared ?? {};
  return affectedBuilds(after, changed).flatMap(({ name, shared }) =>
    Object.entries(shared).flatMap(([request, { version, provides }]) => {
      const offered = platform[request];
      if (!offered?.provides)
        return found('SHARED_MISSING', `${name} shares ${request}, which the platform does not provide.`);
      if (provides) return found('OWN_COPY', `${name} brings its own copy of ${request}, which the platform provides.`);
      if (satisfies(offered.version, version)) return [];
      return found('SHARED_VERSION', `${name} needs ${request} ${version}; the platform provides ${offered.version}.`);
    }),
  );
}

/** A version promises names; only the names themselves keep a remote from throwing at its first line. */
function sharedNames(after: BuildSet, changed: readonly BuildDescriptor[]): Finding[] {
  const offers = after.shell?.offers ?? {};
  return affectedBuilds(after, changed).flatMap(({ name, uses }) =>
    Object.entries(uses?.names ?? {}).flatMap(([request, names]) => {
      const offered = offers[request];
      const missing = offered ? names.filter((wanted) => wanted !== '*' && !offered.includes(wanted)) : [];
      if (missing.length === 0) return [];
      const what = `${missing.join(', ')} of ${request}`;
      return found('SHARED_NAME', `${name} imports ${what}; the platform's copy does not have it.`);
    }),
  );
}
