import { PRIVACY_VERSION, TERMS_VERSION, legal, privacy, terms } from '@redress/copy/legal';
import { DocumentPage, textPart } from './document-page.tsx';
import { personPart } from './person-part.tsx';
import type { SiteWords } from './site-words.tsx';

const DOCUMENTS = {
  terms: { ...terms, version: TERMS_VERSION },
  privacy: { ...privacy, version: PRIVACY_VERSION },
};

/** Terms of Use or Privacy Policy, with the version that an order keeps and the address to write to. */
export function LegalPage({ kind, words }: { kind: keyof typeof DOCUMENTS; words: SiteWords }) {
  const { title, intro, sections, version } = DOCUMENTS[kind];
  return (
    <DocumentPage
      words={words}
      title={title}
      note={legal.version(version)}
      intro={intro}
      parts={[...sections.map(({ id, ...section }) => textPart(id, section)), personPart(words)]}
    />
  );
}
