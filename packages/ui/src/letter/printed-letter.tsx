import { printedLetter as copy } from '@redress/copy/printed-letter';
import { cx } from '@redress/ui';
import { BLANK_MARK, type LetterPart } from '@redress/domain/letter';
import { layoutLetter, printedParts, type LetterBlock, type LetterLine } from '@redress/domain/letter-layout';
import { createContext, Fragment, use, useState, type ReactNode } from 'react';
import { SheetBreak } from './letter-sheet.tsx';
import styles from './printed-letter.module.css';

interface Look {
  /** Picture of the signature, as a data URL. Without one there is a line to sign on. */
  signature?: string | undefined;
  /** The signature is drawn as it comes into view. */
  isSigning?: boolean | undefined;
}
export type PrintedLetterProps = Look &
  (
    | {
        /** Of `composeLetter`, or of an edited text (`alignParts`). */
        parts: readonly LetterPart[];
        /** Ids of parts, or answers parts come from: they are marked. */
        highlight?: string | readonly string[] | undefined;
        /** Each part answers why it is there. */
        hasReasons?: boolean | undefined;
      }
    /** A letter that has no parts: its looks are guessed, as the PDF does for words written into a letter. */
    | { text: string }
  );

const WITHOUT_PARTS = 'text';

/** A letter as it prints, laid out by the rules of the PDF. Stands in a `LetterSheet`. */
export function PrintedLetter({ signature, isSigning, ...letter }: PrintedLetterProps) {
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
  const reasons = isText || !letter.hasReasons ? NO_REASONS : new Map(letter.parts.map(({ id, from }) => [id, from]));
  const signer = isText ? '' : (letter.parts.find(({ kind }) => kind === 'signature')?.text.split('\n')[0] ?? '');
  return (
    <ReasonsContext value={reasons}>
      <div className={cx(styles['letter'], isSigning && styles['signing'])}>
        {blocks.map((block, index) => (
          <Block key={index} block={block} marked={marked} signature={signature} signer={signer} />
        ))}
      </div>
    </ReasonsContext>
  );
}

/** Where each part comes from, by its id. */
const NO_REASONS: ReadonlyMap<string, LetterPart['from']> = new Map();
const ReasonsContext = createContext(NO_REASONS);

/** Asks why a part is there, after its last word; the answer stands in the line. */
function Why({ part, words }: { part: string; words: string }) {
  const [isOpen, setOpen] = useState(false);
  const from = use(ReasonsContext).get(part);
  if (!from) return null;
  return (
    <>
      <button
        type="button"
        className={styles['why']}
        aria-expanded={isOpen}
        aria-label={`${copy.why} ${words.slice(0, 60)}`}
        title={copy.why}
        onClick={() => setOpen(!isOpen)}
      >
        ?
      </button>
      <span role="status">
        {isOpen && (
          <span className={styles['reason']}>
            {copy.because[from.kind]}
            {from.citation && (
              <>
                {' '}
                <a href={from.citation.url} target="_blank" rel="noopener noreferrer">
                  {from.citation.title}
                </a>
              </>
            )}
          </span>
        )}
      </span>
    </>
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
        <Fragment key={run}>
          <Mark when={marked.has(part)}>
            <Words text={text} />
          </Mark>
          {(line[run + 1] ?? lines[index + 1]?.[0])?.part !== part && <Why part={part} words={text} />}
        </Fragment>
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
      return block.mark !== 'number' ? (
        <ul className={cx(styles['list'], block.mark === 'box' && styles['boxes'])}>{items}</ul>
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
                  {block.rows[index + 1]?.part !== part && <Why part={part} words={label} />}
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
    case 'blanks':
      return block.rows.map(({ label, part }, index) => (
        <p key={index} className={styles['toWrite']}>
          <Mark when={marked.has(part)}>{label}</Mark>
          <span role="img" aria-label={copy.blank} className={styles['line']} />
        </p>
      ));
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
