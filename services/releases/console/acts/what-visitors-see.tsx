import type { DryRun } from '@redress/contracts/release-api';
import { shell } from '@redress/copy/shell';
import { PANEL_TEXT } from '@redress/mf-runtime/failure-panel';
import styles from '../console.module.css';
import { Bullets } from '../parts.tsx';

/** Pages and slots that close, in the words that the site itself has for them. */
export function WhatVisitorsSee({ tried: { closes, dependents, moves } }: { tried: DryRun }) {
  return (
    <section className={styles['part']} aria-label="What visitors would see">
      <h3>What visitors would see</h3>
      {closes.map(({ remote, pages, slots }) => {
        const isGone = moves.some((move) => move.remote === remote && move.to === null);
        const drawn = slots.flatMap((slot) => {
          const by = dependents.filter((each) => each.remote === remote && each.slots.includes(slot));
          return by.map((each) => `${slot} in ${each.by}`);
        });
        return (
          <div key={remote} className={styles['report']}>
            {pages.length > 0 && (
              <>
                <p>{isGone ? `These pages of ${remote} would be gone:` : `In place of the pages of ${remote}:`}</p>
                <Bullets of={pages.map(({ path, title }) => `${path} ${title}`)} />
                {!isGone && <Screen title={shell.switchedOff.title} text={shell.switchedOff.text} />}
              </>
            )}
            {drawn.length > 0 && (
              <>
                <p>Where other pages draw a slot of {remote}:</p>
                <Bullets of={drawn} />
                <Screen title={PANEL_TEXT.title} text={PANEL_TEXT.hint} />
              </>
            )}
          </div>
        );
      })}
    </section>
  );
}

function Screen({ title, text }: { title: string; text: string }) {
  return (
    <blockquote className={styles['screen']}>
      <p className={styles['screenTitle']}>{title}</p>
      <p>{text}</p>
    </blockquote>
  );
}
