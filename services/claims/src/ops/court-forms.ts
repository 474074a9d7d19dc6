/** Blanks of court forms: fetched from the court, kept by their SHA-256, and tried with a sample claim. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatDay, type CalendarDay } from '@redress/domain';
import { stateByCode } from '@redress/domain/jurisdictions';
import { addedPage, COURT_FORMS, fitWords, formWords, type CourtForm } from '@redress/domain/papers';
import { readAtMost } from '@redress/server/read-at-most';
import type { Printed } from './operator.ts';

const FETCH_TIMEOUT_MS = 30_000;
const MAX_BYTES = 20_000_000;
/** Readers and writers of PDF files, which the list does not need. */
const formFiles = () => import('../platform/pdf/form-file.ts');
/** Answers of a court that keeps a form there no longer. */
const GONE = [404, 410];

export interface FormsDesk {
  /** Where blanks are kept. */
  readonly folder: string;
  readonly today: CalendarDay;
  readonly forms?: readonly CourtForm[];
}

export function createFormsDesk({ folder, today, forms = COURT_FORMS }: FormsDesk) {
  const fileOf = (sha256: string) => path.join(folder, `${sha256}.pdf`);
  /** @throws {Error} for an id that no form has */
  function formOf(id: string): CourtForm {
    const form = forms.find((each) => each.id === id);
    if (!form) throw new Error(`There is no form ${id}. There are: ${forms.map((each) => each.id).join(', ')}.`);
    return form;
  }

  async function fetchOne({ id, url, read }: CourtForm): Promise<Printed> {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (GONE.includes(answer.status))
      return [`${id} is no longer kept at ${url}. Write goneOn: '${today}' into its row: the papers then say so.`];
    if (!answer.ok) throw new Error(`${id}: ${url} answers ${answer.status}. Nothing was kept. Try again later.`);
    const bytes = await readAtMost(answer, MAX_BYTES);
    if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error(`${id}: ${url} sends no form. Nothing was kept.`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!read)
      return [`${id} has no revision that was read. The file there now has SHA-256 ${sha256}.`, await standing(bytes)];
    if (sha256 !== read.sha256)
      throw new Error(
        `${id} at ${url} is not the revision of ${formatDay(read.revision)}: its SHA-256 is ${sha256}, not ${read.sha256}. Nothing was kept. Read the new revision, and change its row.`,
      );
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(sha256), bytes);
    return [`${id}, revision of ${formatDay(read.revision)}: kept as ${fileOf(sha256)}.`, await standing(bytes)];
  }

  /** Whether a program can fill it, in a sentence. */
  async function standing(bytes: Uint8Array): Promise<string> {
    const { boxesOf, FormRefused } = await formFiles();
    try {
      return `${(await boxesOf(bytes)).length} boxes can be filled.`;
    } catch (error) {
      if (error instanceof FormRefused) return error.message;
      throw error;
    }
  }

  return {
    list: (): Printed =>
      forms.map(({ id, state, title, read, goneOn }) =>
        [
          id,
          state,
          read ? `revision of ${formatDay(read.revision)}` : 'no revision was read',
          goneOn ? `no longer kept by the court since ${formatDay(goneOn)}` : '',
          read && existsSync(fileOf(read.sha256)) ? 'here' : 'not here',
          title,
        ].join('\t'),
      ),

    /** @throws {Error} when the file is not the one that was read: nothing is kept then */
    async fetch(id: string): Promise<Printed> {
      const lines = [];
      for (const form of id ? [formOf(id)] : forms) lines.push(...(await fetchOne(form)));
      return lines;
    },

    /**
     * Fills a blank that is here with a sample claim, to be looked at: the form, and the page of what its boxes do not hold.
     * @throws {FormRefused} for a form that no program fills
     */
    async fill(id: string, to: string): Promise<Printed> {
      const form = formOf(id);
      if (!form.read || !existsSync(fileOf(form.read.sha256)))
        throw new Error(`${id} is not here: npm run ops -- forms fetch ${id}`);
      const [{ boxesOf, fillForm }, { renderPdf }, { paperBlocks }, { SAMPLE_CLAIMS }] = await Promise.all([
        formFiles(),
        import('../platform/pdf/render.ts'),
        import('../shared/papers/paper-blocks.ts'),
        import('../shared/sample-claims.ts'),
      ]);
      const blank = new Uint8Array(readFileSync(fileOf(form.read.sha256)));
      const rooms = new Map((await boxesOf(blank)).map(({ name, room }) => [name, room]));
      const [sample] = SAMPLE_CLAIMS;
      const words = formWords(form, {
        data: sample?.answers ?? {},
        state: stateByCode(form.state) ?? null,
        madeOn: today,
      });
      const fitted = form.fields.map(({ name, item }) => ({
        name,
        item,
        ...fitWords(words.get(name) ?? '', rooms.get(name) ?? 0),
      }));
      const added = fitted.flatMap(({ item, added: left }) => (left ? [[item, left] as const] : []));
      mkdirSync(to, { recursive: true });
      const files = [path.join(to, `${id}.pdf`), path.join(to, `${id}-added-page.pdf`)] as const;
      writeFileSync(files[0], await fillForm(blank, new Map(fitted.map(({ name, box }) => [name, box]))));
      const page = await renderPdf({
        kind: 'blocks',
        info: { title: `Added page to ${id}`, madeAt: `${today}T18:00:00.000Z`, footer: form.title },
        blocks: paperBlocks({ blocks: addedPage(form, added) }, null),
      });
      if (added.length > 0) writeFileSync(files[1], page.bytes);
      const missing = form.fields.filter(({ name }) => !rooms.has(name)).map(({ name }) => name);
      return [
        ...files.slice(0, added.length > 0 ? 2 : 1),
        ...missing.map((name) => `No box is named ${name}: its words are on the added page.`),
      ];
    },
  };
}
