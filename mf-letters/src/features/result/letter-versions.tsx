import { dateAndTime } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { Badge, Button, Disclosure, Skeleton, showToast } from '@redress/ui';
import { useState } from 'react';
import shared from '../../shared/screen.module.css';
import { LateLetterDiff } from './late-letter-diff.tsx';
import styles from './result.module.css';
import { useVersionsQuery } from '../../shared/letters.api.ts';

export interface LetterVersionsProps {
  demandId: string;
  /** The text on screen. */
  current: string;
  canRestore: boolean;
  onRestore: (text: string) => void;
}

/** Every version, to compare with the text on screen and to go back to. */
export function LetterVersions({ demandId, current, canRestore, onRestore }: LetterVersionsProps) {
  const [isOpen, setOpen] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const { data } = useVersionsQuery({ demand_id: demandId }, { skip: !isOpen });
  const listed = data?.versions.length ?? 0;
  // Versions are numbered from 1: the newest number is how many there are.
  const newest = data?.versions[0]?.version ?? 0;
  const texts = letters.versions;
  return (
    <Disclosure summary={texts.heading} open={isOpen} onToggle={setOpen}>
      {!data && <Skeleton />}
      {newest > listed && <p className={shared['soft']}>{texts.notAll(listed, newest)}</p>}
      {newest === 1 && <p className={shared['soft']}>{texts.none}</p>}
      <ol className={styles['versions']}>
        {data?.versions.map(({ version, created_at, text, posted }) => (
          <li key={version}>
            <div className={shared['actions']}>
              <span>{texts.version(version, dateAndTime(created_at))}</span>
              {posted && <Badge tone="success">{texts.mailed}</Badge>}
              {text === current ? (
                <Badge>{texts.current}</Badge>
              ) : (
                <>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-expanded={compared === version}
                    onClick={() => setCompared(compared === version ? null : version)}
                  >
                    {texts.compare}
                  </Button>
                  {canRestore && (
                    <Button
                      variant="secondary"
                      size="small"
                      onClick={() => {
                        onRestore(text);
                        showToast({ text: texts.restored });
                      }}
                    >
                      {texts.restore}
                    </Button>
                  )}
                </>
              )}
            </div>
            {compared === version && <LateLetterDiff before={text} after={current} />}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
