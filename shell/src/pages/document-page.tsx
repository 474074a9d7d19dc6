import { legal } from '@redress/copy/legal';
import { BrandMark } from '@redress/ui/brand-mark';
import { Fragment, type ReactNode } from 'react';
import styles from './document-page.module.css';
import type { SiteWords } from './site-words.tsx';

/** One headed part of a public document. */
export interface DocumentPart {
  /** Its place in the address: `/help#story`. */
  id: string;
  heading: string;
  content: ReactNode;
  /** Name of the site's word without which there is nothing to say. */
  needs?: string | undefined;
}

interface DocumentPageProps {
  words: SiteWords;
  title: string;
  /** Small, under the title: the version of a legal text. */
  note?: string | undefined;
  intro: string;
  parts: readonly DocumentPart[];
}

/** A public document: its title, the list of its parts, the parts. Plain markup, complete without scripts. */
export function DocumentPage({ words, title, note, intro, parts }: DocumentPageProps) {
  const onlyWhen = ({ needs }: DocumentPart, shown: ReactNode) => (needs ? words.when(needs, shown) : shown);
  return (
    <div className={styles.document}>
      <div className={styles.head}>
        {/* On paper, where the frame is not: whose terms these are. */}
        <p className={styles.letterhead}>
          <BrandMark /> {words.text('header.site_title')}
        </p>
        <h1 tabIndex={-1}>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
        <p className={styles.intro}>{intro}</p>
      </div>
      <nav className={styles.contents} aria-labelledby="contents" data-contents="">
        <p id="contents">{legal.contents}</p>
        <ol>
          {parts.map((part) => (
            <Fragment key={part.id}>
              {onlyWhen(
                part,
                <li>
                  <a href={`#${part.id}`}>{part.heading}</a>
                </li>,
              )}
            </Fragment>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {parts.map((part) => (
          <Fragment key={part.id}>
            {onlyWhen(
              part,
              <section id={part.id}>
                <h2>{part.heading}</h2>
                {part.content}
              </section>,
            )}
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** A part that is nothing but text. */
export const textPart = (
  id: string,
  { heading, paragraphs }: { heading: string; paragraphs: readonly string[] },
): DocumentPart => ({ id, heading, content: <Paragraphs of={paragraphs} /> });

export function Paragraphs({ of }: { of: readonly string[] }) {
  return of.map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}
