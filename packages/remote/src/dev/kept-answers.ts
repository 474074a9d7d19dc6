import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An answer of the deployed site. */
export interface SiteAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers of the site by what was asked: they serve while it does not answer, and in a run without a network. */
export interface KeptAnswers {
  get(key: string): SiteAnswer | null;
  put(key: string, answer: SiteAnswer): void;
}

export function keepInMemory(): KeptAnswers {
  const answers = new Map<string, SiteAnswer>();
  return {
    get: (key) => answers.get(key) ?? null,
    put: (key, answer) => void answers.set(key, answer),
  };
}

/**
 * Two files for each answer in a folder. Their names are digests: what is asked for is said by the site, and no address of it
 * may lead out of the folder.
 */
export function keepInFolder(folder: string): KeptAnswers {
  mkdirSync(folder, { recursive: true });
  const fileOf = (key: string, type: 'json' | 'body') =>
    path.join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.${type}`);
  /** A run that is ended in the middle leaves the answer of before, whole. */
  const write = (file: string, content: string | Buffer) => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };
  return {
    get(key) {
      const head = fileOf(key, 'json');
      if (!existsSync(head)) return null;
      const { status, headers } = JSON.parse(readFileSync(head, 'utf8')) as Omit<SiteAnswer, 'body'>;
      return { status, headers, body: readFileSync(fileOf(key, 'body')) };
    },
    put(key, { status, headers, body }) {
      write(fileOf(key, 'body'), body);
      write(fileOf(key, 'json'), JSON.stringify({ key, status, headers }));
    },
  };
}
