import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';

export const DATA = 'docs/security/asvs.json';
export const PAGE = 'docs/security/asvs.md';

/** Levels 1 and 2 of OWASP ASVS 5.0.0 that apply to this product: 207. */
const APPLY = `
1.1.1 1.1.2 1.2.1-1.2.5 1.2.9 1.3.1-1.3.7 1.3.10 1.3.11 1.4.2 1.5.2
2.1.1-2.1.3 2.2.1-2.2.3 2.3.1-2.3.4 2.4.1
3.2.1 3.2.2 3.3.1-3.3.4 3.4.1-3.4.6 3.5.1-3.5.5 3.7.1 3.7.2
4.1.1-4.1.3 4.2.1
5.1.1 5.2.1-5.2.3 5.3.1 5.3.2 5.4.1 5.4.2
6.1.1-6.1.3 6.2.1-6.2.12 6.3.1-6.3.4 6.4.1-6.4.4 6.5.1-6.5.5 6.6.2 6.6.3 6.8.1 6.8.2 6.8.4
7.1.1-7.1.3 7.2.1-7.2.4 7.3.1 7.3.2 7.4.1-7.4.5 7.5.1 7.5.2 7.6.1 7.6.2
8.1.1 8.1.2 8.2.1-8.2.3 8.3.1 8.4.1
9.1.1-9.1.3 9.2.1-9.2.4
10.1.1 10.1.2 10.2.1 10.2.2 10.5.1-10.5.4
11.1.1 11.1.2 11.2.1-11.2.3 11.3.1-11.3.3 11.4.1-11.4.4 11.5.1 11.6.1
12.1.1 12.1.2 12.2.1 12.2.2 12.3.1-12.3.4
13.1.1 13.2.1-13.2.5 13.3.1 13.3.2 13.4.1-13.4.5
14.1.1 14.1.2 14.2.1-14.2.4 14.3.1-14.3.3
15.1.1-15.1.3 15.2.1-15.2.3 15.3.1-15.3.7
16.1.1 16.2.1-16.2.5 16.3.1-16.3.4 16.4.1-16.4.3 16.5.1-16.5.3`;

/** Level 3 requirements that are taken in addition: 21. */
const IN_ADDITION = `
2.3.5 3.4.7 3.4.8 3.5.6-3.5.8 3.6.1 6.3.7 6.3.8 7.5.3 8.3.2 11.2.4 14.2.5-14.2.7 15.2.4 15.4.1-15.4.4 16.5.4`;

const STATES = ['shown', 'by deployment', 'open'];
const CHAPTERS = {
  1: 'Encoding', 2: 'Validation and business logic', 3: 'Front end', 4: 'API', 5: 'Files', 6: 'Authentication', 7: 'Sessions',
  8: 'Authorisation', 9: 'Tokens', 10: 'OAuth client', 11: 'Cryptography', 12: 'Transport', 13: 'Configuration', 14: 'Data protection',
  15: 'Architecture', 16: 'Logs and errors',
}; // prettier-ignore

/** `1.2.1-1.2.3` as three ids. */
const idsOf = (text) =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((item) => {
      const [first, last = first] = item.split('-');
      const [chapter, section, from] = first.split('.').map(Number);
      const to = Number(last.split('.')[2]);
      return Array.from({ length: to - from + 1 }, (_, index) => `${chapter}.${section}.${from + index}`);
    });

const split = (evidence) => {
  const at = evidence.indexOf(' :: ');
  return at < 0 ? [evidence, null] : [evidence.slice(0, at), evidence.slice(at + 4)];
};

/**
 * @param {object[]} entries - of docs/security/asvs.json
 * @returns {Promise<string>} the page, formatted as the repository asks
 */
export async function makeAsvsPage(entries) {
  const count = (state) => entries.filter((entry) => entry.state === state).length;
  const lines = [
    '# OWASP ASVS 5.0.0',
    `Written by \`npm run asvs\` from [asvs.json](asvs.json); the gate compares them, and looks for each file and text named as evidence. ${entries.filter(({ level }) => level < 3).length} requirements of levels 1 and 2 apply to this product, and ${entries.filter(({ level }) => level === 3).length} of level 3 are taken in addition. What each asks is said in our words. Not applicable are LDAP, XPath, LaTeX, JNDI, memcache, XML, GraphQL, WebSocket, SAML, phone codes, client certificates, WebRTC, unmanaged memory, shared uploads, and being an authorisation or resource server.`,
    `**Shown**: a test, setting or document named here shows it: ${count('shown')}. **By deployment**: the operator’s choice decides, the evidence says how: ${count('by deployment')}. **Open**: not reached, with the reason: ${count('open')}.`,
    '## Open',
    entries
      .filter(({ state }) => state === 'open')
      .map(({ id, level, asks, note }) => `- ${id} (level ${level}) ${asks} ${note}`)
      .join('\n'),
  ];
  const cell = (text) => text.replaceAll('|', '\\|');
  const shown = (evidence) => {
    const [file, text] = split(evidence);
    const link = `[${path.posix.basename(file)}](${path.posix.relative('docs/security', file)})`;
    return text === null ? link : `${link}: ${text.startsWith('#') ? text.replace(/^#+ /, '') : `\`${text}\``}`;
  };
  for (const [chapter, title] of Object.entries(CHAPTERS)) {
    const rows = entries.filter(({ id }) => id.startsWith(`${chapter}.`));
    lines.push(
      `## V${chapter} ${title}`,
      [
        '| id | level | asks | state | evidence |',
        '| --- | --- | --- | --- | --- |',
        ...rows.map(
          ({ id, level, asks, state, evidence, note }) =>
            `| ${id} | ${level} | ${cell(asks)} | ${state} | ${[...evidence.map(shown), ...(note ? [note] : [])].map(cell).join('<br>')} |`,
        ),
      ].join('\n'),
    );
  }
  // Not at the top: the gate begins on a machine where nothing is installed yet.
  const { format, resolveConfig } = await import('prettier');
  const text = `${lines.join('\n\n')}\n`;
  return format(text, { ...(await resolveConfig(inRoot(PAGE))), parser: 'markdown' });
}

/**
 * What is wrong with the list of requirements: an id too many or missing, evidence that is not there, a page that is
 * not the one of the data.
 * @param {string} root - the repository's folder
 * @returns {Promise<string[]>} one sentence each
 */
export async function findAsvsFaults(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const entries = JSON.parse(read(DATA));
  const wanted = new Map([...idsOf(APPLY).map((id) => [id, 'L1/L2']), ...idsOf(IN_ADDITION).map((id) => [id, 'L3'])]);
  const faults = [];
  const seen = new Set();
  for (const { id, level, asks, state, evidence, note } of entries) {
    const say = (what) => faults.push(`${id}: ${what}`);
    if (!wanted.has(id)) say('is not one of the requirements that apply');
    else if ((wanted.get(id) === 'L3') !== (level === 3)) say(`has level ${level}`);
    if (seen.has(id)) say('stands there twice');
    seen.add(id);
    if (!/\.$/.test(asks ?? '')) say('does not say what it asks, in a sentence');
    if (!STATES.includes(state)) say(`has the state ${state}`);
    if (state === 'open' && !note) say('is open without a reason');
    if (!evidence?.length) say('has no evidence');
    for (const item of evidence ?? []) {
      const [file, text] = split(item);
      if (!existsSync(path.join(root, file))) say(`${file} is not there`);
      else if (text !== null && !read(file).includes(text)) say(`${file} has no "${text}"`);
    }
  }
  for (const id of wanted.keys()) if (!seen.has(id)) faults.push(`${id}: is missing`);
  const page = existsSync(path.join(root, PAGE)) ? read(PAGE) : '';
  if (faults.length === 0 && page !== (await makeAsvsPage(entries)))
    faults.push(`${PAGE} is not the page of ${DATA}: run npm run asvs`);
  return faults;
}
