/**
 * `npm run law -- check`: what does not hold of the rows of data/law. `build`: data/law.json, what programs carry of
 * them. `table`: place, category, kinds of limit, section, day counted from. `open`: places without a source by kind of
 * limit. `door [PLACE…]`: what the court papers of a place still ask the clerk, counted by rule. `second-reader [ID…]`:
 * sentences and questions without their values. `compare FILE [--write]`: a second reader's answers beside the rows;
 * `--write` keeps them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CATEGORIES, LIMIT_KINDS } from '../src/categories/index.ts';
import { limitStartOf } from '../src/categories/limit-start.ts';
import { CELLS, isSame, lawFaults, rowFaults, type LawValue, type ReadRow, type ReadState } from './law-check.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const FOLDER = new URL('../data/law/', import.meta.url);
const BUILT = new URL('../data/law.json', import.meta.url);

export const readLaw = (): ReadState[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as ReadState);

/** Publishers of statutes. Copies elsewhere are called copies without their address. */
const PUBLISHERS =
  /^https:\/\/(?:law\.justia\.com|law\.onecle\.com|[a-z]+\.public\.law|masscases\.com|www\.womenslaw\.org)\//;

const carried = ({ id, cell, kind, value, title, officialUrl, readAt, official, read, textOf, note }: ReadRow) => ({
  id,
  cell,
  kind,
  value,
  title,
  url: official && readAt.startsWith('https:') ? readAt : officialUrl,
  ...(official ? {} : { copy: PUBLISHERS.test(readAt) ? readAt : true }),
  read,
  ...(textOf ? { textOf } : {}),
  ...(note ? { note } : {}),
});

/** The text of data/law.json: rows without a fault, without what was read. */
export function builtLaw(states: readonly ReadState[]): string {
  const places = states.map(({ state, rows }) => {
    const good = rows.filter((row) => rowFaults(row, state).length === 0);
    return ` "${state}": [\n${good.map((row) => `  ${JSON.stringify(carried(row))}`).join(',\n')}\n ]`;
  });
  return `{\n${places.join(',\n')}\n}\n`;
}

/** Rows of the table, each for one kind a claim may fall under in one place. */
async function tableLines(): Promise<string[]> {
  // The states are loaded here: they read data/law.json, which `build` may not have written yet.
  const { STATES } = await import('../src/jurisdictions/states.ts');
  const claims = CATEGORIES.flatMap(({ value, limitKinds, subcategories }) => [
    { name: value, kinds: limitKinds, start: limitStartOf({ situation: value, disputing: [] }) },
    ...subcategories.map((sub) => ({
      name: `${value}/${sub.value}`,
      kinds: sub.limitKinds,
      start: limitStartOf({ situation: value, disputing: [sub.value] }),
    })),
  ]);
  return STATES.flatMap(({ code, limitRules }) =>
    claims.flatMap(({ name, kinds, start }) => {
      if (kinds.length === 0) return [[code, name, 'none', '', 'ask the clerk', start].join('\t')];
      return kinds.flatMap((kind) => {
        const rules = limitRules[kind];
        if (rules.length === 0) return [[code, name, kind, '', 'ask the clerk', start].join('\t')];
        return rules.map(({ period, citation, from }) =>
          [code, name, kind, `${period.count} ${period.unit}`, citation.title, from, start].join('\t'),
        );
      });
    }),
  );
}

/** Lines, one for each kind of limit: how many places have a confirmed row, and which have none. */
async function openLines(): Promise<string[]> {
  const { STATES } = await import('../src/jurisdictions/states.ts');
  return LIMIT_KINDS.map((kind) => {
    const open = STATES.filter(({ limitRules }) => limitRules[kind].length === 0).map(({ code }) => code);
    return `${kind}: read in ${STATES.length - open.length} of ${STATES.length}; open in ${open.join(' ')}`;
  });
}

/** The places that court papers answer for, and those that come next. */
const DOOR_PLACES = ['FL', 'TX', 'CA', 'MA', 'NY'];

/** Lines, one for each place: how many of the rules on the way to court and after it were read, and which are left. */
async function doorLines(places: readonly string[]): Promise<string[]> {
  const { lawRows } = await import('../src/jurisdictions/law-rows.ts');
  const { COURT_RULES } = await import('../src/papers/court-rules.ts');
  const rules = Object.keys(COURT_RULES);
  return places.map((place) => {
    const open = rules.filter((rule) => lawRows(place, 'procedure', rule).length === 0);
    return `${place}: ${rules.length - open.length} of ${rules.length} read; ${open.length} to read: ${open.join(' ')}`;
  });
}

const rowsOf = (states: readonly ReadState[]) => states.flatMap(({ rows }) => rows);

const COMMANDS: Readonly<Record<string, (states: ReadState[], rest: string[]) => Promise<number> | number>> = {
  check(states) {
    const faults = lawFaults(states);
    const rows = rowsOf(states);
    const cells = states.flatMap(({ rows: own }) => CELLS.filter((cell) => own.some((row) => row.cell === cell)));
    const alone = rows.filter(({ second }) => second === null).length;
    for (const fault of faults) say(fault);
    say(
      `${states.length} places, ${rows.length} rows, ${cells.length} of ${states.length * CELLS.length} cells; ${rows.length - alone} rows read twice; ${rows.filter(({ official }) => official).length} read on a page of the state; ${faults.length} faults`,
    );
    return faults.length > 0 ? 1 : 0;
  },
  build(states) {
    writeFileSync(BUILT, builtLaw(states));
    return 0;
  },
  async table() {
    say(['place', 'category', 'kind', 'time', 'section', 'counts from', 'day asked for'].join('\t'));
    say((await tableLines()).join('\n'));
    return 0;
  },
  async open() {
    say((await openLines()).join('\n'));
    return 0;
  },
  async door(_, places) {
    say((await doorLines(places.length > 0 ? places : DOOR_PLACES)).join('\n'));
    return 0;
  },
  'second-reader'(states, ids) {
    for (const { id, quote, question, value } of rowsOf(states).filter(
      (row) => ids.length === 0 || ids.includes(row.id),
    ))
      say(
        JSON.stringify({
          id,
          quote,
          question,
          value: Object.fromEntries(Object.keys(value).map((key) => [key, null])),
        }),
      );
    return 0;
  },
  compare(states, [file = '', write]) {
    const text = readFileSync(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8');
    const answers = new Map(
      text
        .split('\n')
        .filter((line) => line.trim())
        .map((line) => JSON.parse(line) as { id: string; value: LawValue })
        .map(({ id, value }) => [id, value]),
    );
    const rows = rowsOf(states);
    const answered = rows.filter(({ id }) => answers.has(id));
    const apart = answered.filter(({ id, value }) => !isSame(answers.get(id) ?? {}, value));
    for (const { id, value } of apart)
      say(`${id}\n  read  ${JSON.stringify(value)}\n  again ${JSON.stringify(answers.get(id))}`);
    say(`${answered.length} of ${rows.length} rows answered, ${apart.length} apart`);
    if (write === '--write')
      for (const { state, ...rest } of states) {
        const read = new Date().toISOString().slice(0, 10);
        const kept = rest.rows.map((row) => {
          const value = answers.get(row.id);
          return value ? { ...row, second: { value, read } } : row;
        });
        writeFileSync(new URL(`${state}.json`, FOLDER), `${JSON.stringify({ state, ...rest, rows: kept }, null, 2)}\n`);
      }
    return apart.length > 0 ? 1 : 0;
  },
};

const [name = 'check', ...rest] = process.argv.slice(2);
if (import.meta.main) {
  const command = COMMANDS[name];
  if (command) process.exitCode = await command(readLaw(), rest);
  else {
    say(`There is no ${name}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
    process.exitCode = 2;
  }
}
