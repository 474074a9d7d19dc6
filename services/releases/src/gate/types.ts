import type { Finding } from '@redress/contracts/release-api';
import type { BuildDescriptor, InputTypes } from '@redress/contracts/releases';
import type { BuildSet } from './build-set.ts';

interface Difference {
  /** What must be given now, and was unknown or could be left out when the user was built. */
  needed: string[];
  /** What both know, with another type. `''` is the rest of it: what a function returns. */
  changed: string[];
}

/**
 * @param given - as the user of a name or a slot was built
 * @param taken - as its provider was
 */
function differences(given: InputTypes, taken: InputTypes): Difference {
  const found: Difference = { needed: [], changed: [] };
  for (const [key, type] of Object.entries(taken)) {
    const name = key.replace(/\?$/, '');
    const known = given[name] ?? given[`${name}?`];
    const mustBeGiven = key === name && given[name] === undefined;
    if (mustBeGiven) found.needed.push(name);
    else if (known !== undefined && known !== type) found.changed.push(name);
  }
  return found;
}

const of = (name: string, props: readonly string[]) => {
  const named = props.filter((prop) => prop !== '');
  return named.length > 0 ? `${name} (${named.join(', ')})` : name;
};

/** Names that a remote imports, as the shell has them now. */
function sharedTypes(after: BuildSet, affected: readonly BuildDescriptor[]) {
  const offered = after.shell?.types?.shared ?? {};
  const findings: Finding[] = [];
  const warnings: Finding[] = [];
  for (const { name: remote, types } of affected) {
    for (const [request, names] of Object.entries(types?.shared ?? {})) {
      const compared = Object.entries(names).flatMap(([name, given]) => {
        const taken = offered[request]?.[name];
        return taken ? [{ name, ...differences(given, taken) }] : [];
      });
      const needed = compared.filter((found) => found.needed.length > 0);
      const changed = compared.filter((found) => found.needed.length === 0 && found.changed.length > 0);
      if (needed.length > 0) {
        const list = needed.map((found) => of(found.name, found.needed)).join(', ');
        const message = `The shell's ${request} asks for more than ${remote} was built to give: ${list}.`;
        findings.push({ code: 'SHARED_TYPE', message });
      }
      if (changed.length > 0) {
        const list = changed.map((found) => of(found.name, found.changed)).join(', ');
        const message = `${remote} was built with other types of ${request}: ${list}.`;
        warnings.push({ code: 'SHARED_TYPE', message });
      }
    }
  }
  return { findings, warnings };
}

/** Slots that one build draws and another fills. */
function slotTypes(after: BuildSet, isChanged: (name: string) => boolean): Finding[] {
  const builds = Object.values(after);
  return builds.flatMap((filler) =>
    Object.keys(filler.config.slots).flatMap((slot) => {
      const taken = filler.types?.slots[slot];
      const drawers = builds.filter(
        ({ name, uses }) =>
          name !== filler.name && uses?.slots.includes(slot) && (isChanged(name) || isChanged(filler.name)),
      );
      return drawers.flatMap(({ name, types }): Finding[] => {
        const given = types?.slots[slot];
        if (!given || !taken) return [];
        const { needed, changed } = differences(given, taken);
        if (needed.length + changed.length === 0) return [];
        const list = [...needed, ...changed].join(', ');
        const message = `${name} draws ${slot} with other props than ${filler.name} takes: ${list}.`;
        return [{ code: 'SLOT_TYPE', message }];
      });
    }),
  );
}

/**
 * Compares the types that builds were made with. Refused is what fails for certain: a name that asks for more than it is
 * given, a slot whose two sides differ. That a type is another one may be a widening, and is told.
 * @see decision 0219
 */
export function checkTypes(before: BuildSet, after: BuildSet): { findings: Finding[]; warnings: Finding[] } {
  const isChanged = (name: string) => before[name]?.buildId !== after[name]?.buildId;
  const affected = Object.values(after).filter(({ name }) => isChanged('shell') || isChanged(name));
  const { findings, warnings } = sharedTypes(
    after,
    affected.filter(({ name }) => name !== 'shell'),
  );
  return { findings: [...findings, ...slotTypes(after, isChanged)], warnings };
}
