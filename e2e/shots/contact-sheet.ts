import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readShotName, SHOTS } from './shot-names.ts';

const STYLE = `
body { margin: 16px; background: #777; color: #fff; font: 14px/1.4 sans-serif; }
nav { columns: 6 12rem; }
nav a { display: block; color: #fff; }
h2 { position: sticky; top: 0; margin: 24px 0 8px; padding: 4px 0; background: #777; font-size: 18px; }
.row { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto; }
figure { flex: none; margin: 0; }
figcaption { margin-bottom: 4px; }
img { display: block; height: 420px; background: #fff; }
`;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes `shots/index.html`: one row a screen or state, its appearances side by side, each a link to the whole picture. */
export function writeContactSheet(): void {
  const rows = new Map<string, string[]>();
  for (const file of readdirSync(SHOTS).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const shot = readShotName(file);
    if (!shot) continue;
    const figure = `<figure><figcaption>${escape(shot.look)}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt=""></a></figure>`;
    rows.set(shot.name, [...(rows.get(shot.name) ?? []), figure]);
  }
  const names = [...rows.keys()];
  const sections = names.map(
    (name) => `<h2 id="${name}">${escape(name)}</h2><div class="row">${rows.get(name)!.join('')}</div>`,
  );
  writeFileSync(
    path.join(SHOTS, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style><nav>${names
      .map((name) => `<a href="#${name}">${escape(name)}</a>`)
      .join('')}</nav>${sections.join('')}</html>\n`,
  );
}

/** Before a run of `npm run shots`: no picture of an earlier one is left. After it: the contact sheet. */
// eslint-disable-next-line no-restricted-syntax -- Playwright takes the default export of a global setup.
export default function shotsFolder(): () => void {
  // With a filter on the command line some rows are taken anew and the others stay.
  if (!process.argv.some((argument) => /\.shots|^-g|^--grep/.test(argument)))
    rmSync(SHOTS, { recursive: true, force: true });
  mkdirSync(SHOTS, { recursive: true });
  return writeContactSheet;
}
