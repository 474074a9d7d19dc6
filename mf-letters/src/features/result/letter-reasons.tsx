import { letters } from '@redress/copy/letters';
import { Disclosure, Skeleton } from '@redress/ui';
import { useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './result.module.css';
import { usePartsQuery } from '../../shared/letters.api.ts';

/** Where each sentence comes from: an answer, a rule with its source, or every letter. */
export function LetterReasons({ formSessionId }: { formSessionId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = usePartsQuery({ form_session_id: formSessionId }, { skip: !isOpen });
  return (
    <Disclosure summary={letters.parts.heading} open={isOpen} onToggle={setOpen}>
      {!data && <Skeleton />}
      {data && (
        <>
          <p className={shared['soft']}>{letters.parts.edited}</p>
          <dl className={styles['parts']}>
            {data.parts.map(({ id, text, from }) => (
              <div key={id}>
                <dt>{text}</dt>
                <dd>
                  {letters.parts[from.kind]}
                  {from.source && (
                    <>
                      :{' '}
                      <a href={from.source_url} target="_blank" rel="noopener noreferrer">
                        {from.source}
                      </a>
                      {from.read_on && `, ${letters.parts.readOn(from.read_on)}`}
                      {from.copy_url !== undefined && `, ${letters.parts.inCopy}`}
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Disclosure>
  );
}
