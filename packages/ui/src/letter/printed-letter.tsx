import { printedLetter as copy } from '@redress/copy/printed-letter';
import { cx } from '@redress/ui';
import { BLANK_MARK, type LetterPart } from '@redress/domain/letter';
import { layoutLetter, printedParts, type LetterBlock, type LetterLine } from '@redress/domain/letter-layout';
import { Fragment, type ReactNode } from 'react';
import { SheetBreak } from './letter-sheet.tsx';
import styles from './printed-letter.module.css';

interface Look {
  /** Picture of the signature, as a data URL. Without one there is a line to sign on. */
  signature?: string | undefined;
  className?: string | undefined;
}
export type PrintedLetterProps = Look &
  (
    | {
        /** Of `composeLetter`, or of an edited text (`alignParts`). */
        parts: readonly LetterPart[];
        /** Ids of parts, or answers parts come from: they are marked. */
        highlight?: string | readonly string[] | undefined;
      }
    /** A letter that has no parts: its looks are guessed, as the PDF does for words written into a letter. */
    | { text: string }
  );

const WITHOUT_PARTS = 'text';

/** A letter as it prints, laid out by the rules of the PDF. Stands in a `LetterSheet`. */
export function PrintedLetter({ signature, className, ...letter }: PrintedLetterProps) {
  const isText = 'text' in letter;
  const blocks = layoutLetter(
    isText ? [{ id: WITHOUT_PARTS, kind: 'free', text: letter.text, joins: 'block' }] : printedParts(letter.parts),
  );
  const wanted = new Set(isText ? [] : [letter.highlight ?? []].flat());
  const marked = new Set(
    isText
      ? []
      : letter.parts
          .filter(({ id, from }) => wanted.has(id) || (from.kind === 'answer' && wanted.has(from.ref)))
          .map(({ id }) => id),
  );
  const signer = isText ? '' : (letter.parts.find(({ kind }) => kind === 'signature')?.text.split('\n')[0] ?? '');
  return (
    <div className={cx(styles['letter'], className)}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} marked={marked} signature={signature} signer={signer} />
      ))}
    </div>
  );
}

/** What is not answered yet (`composeSoFar`): seen as a line, and not read out mark by mark. */
const BLANK = new RegExp(`(${BLANK_MARK}{8,})`);
const Words = ({ text }: { text: string }) =>
  text.split(BLANK).map((words, index) =>
    index % 2 === 0 ? (
      words
    ) : (
      <span key={index} role="img" aria-label={copy.blank} className={styles['blank']}>
        {words}
      </span>
    ),
  );

const Mark = ({ when, children }: { when: boolean; children: ReactNode }) =>
  when ? <mark className={styles['mark']}>{children}</mark> : children;

/** @param of.lines - one or more; the line breaks between them stand in the letter */
const Lines = ({ lines, marked }: { lines: readonly LetterLine[]; marked: ReadonlySet<string> }) =>
  lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && '\n'}
      {line.map(({ text, part }, run) => (
        <Mark key={run} when={marked.has(part)}>
          <Words text={text} />
        </Mark>
      ))}
    </Fragment>
  ));

interface BlockProps {
  block: LetterBlock;
  marked: ReadonlySet<string>;
  signature: string | undefined;
  signer: string;
}

function Block({ block, marked, signature, signer }: BlockProps) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className={styles['heading']} dir="auto">
          <Lines lines={block.lines} marked={marked} />
        </h2>
      );
    case 'subject':
    case 'paragraph':
      return (
        <p className={styles[block.kind]} dir="auto">
          <Lines lines={block.lines} marked={marked} />
        </p>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index} dir="auto">
          <Lines lines={[item]} marked={marked} />
        </li>
      ));
      return block.mark === 'bullet' ? (
        <ul className={styles['list']}>{items}</ul>
      ) : (
        <ol className={styles['list']} start={block.start}>
          {items}
        </ol>
      );
    }
    case 'sums':
      return (
        <table className={styles['sums']}>
          <tbody>
            {block.rows.map(({ label, amount, isTotal, part }, index) => (
              <tr key={index} className={cx(isTotal && styles['total'])}>
                <th scope="row" dir="auto">
                  <Mark when={marked.has(part)}>
                    <Words text={label} />
                  </Mark>
                </th>
                <td>
                  <Mark when={marked.has(part)}>
                    <Words text={amount} />
                  </Mark>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'signature':
      return (
        <div className={styles['signature']}>
          {signature ? <img src={signature} alt={copy.signatureOf(signer)} /> : <span className={styles['line']} />}
        </div>
      );
    case 'page':
      return <SheetBreak />;
  }
}
