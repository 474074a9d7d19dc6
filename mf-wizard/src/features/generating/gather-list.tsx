import { generatingFile as copy } from '@redress/copy/generating';
import { useAppSelector } from '@redress/session-store';
import { Button, Card } from '@redress/ui';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { gatheredOf, keepGathered } from './gathered.ts';
import styles from './gather-list.module.css';

interface GatherListProps {
  items: readonly string[];
  /** The list is being printed: nothing else of the page is. */
  isPrinting: boolean;
  onPrinting(isPrinting: boolean): void;
}

/** What the claimant should have ready, to tick off; what is ticked is remembered for this claim on this device. */
export function GatherList({ items, isPrinting, onPrinting }: GatherListProps) {
  const claim = useAppSelector(({ wizard }) => wizard.formSessionId) ?? '';
  const [gathered, setGathered] = useState(() => gatheredOf(claim));
  const tick = (item: string, isReady: boolean) => {
    const others = gathered.filter((other) => other !== item);
    const now = isReady ? [...others, item] : others;
    setGathered(now);
    keepGathered(claim, now);
  };

  useEffect(() => {
    const end = () => onPrinting(false);
    addEventListener('afterprint', end);
    return () => removeEventListener('afterprint', end);
  }, [onPrinting]);
  const print = () => {
    // The page must be the list's before the browser takes it.
    flushSync(() => onPrinting(true));
    window.print();
  };

  return (
    <Card
      title={copy.gather.heading}
      className={styles['list']}
      data-printing={isPrinting ? '' : undefined}
      action={
        <Button size="small" variant="secondary" onClick={print}>
          {copy.gather.print}
        </Button>
      }
    >
      <p className={styles['hint']}>{copy.gather.hint}</p>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <label>
              <input
                type="checkbox"
                checked={gathered.includes(item)}
                onChange={(event) => tick(item, event.target.checked)}
              />
              <span>{item}</span>
            </label>
          </li>
        ))}
      </ul>
    </Card>
  );
}
