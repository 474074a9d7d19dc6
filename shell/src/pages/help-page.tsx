import { help, type HelpTopic } from '@redress/copy/help';
import styles from './help-page.module.css';
import { DocumentPage } from './document-page.tsx';
import { personPart } from './person-part.tsx';
import type { SiteWords } from './site-words.tsx';

/** All help, a part for each step and screen: `/help#story`. */
export function HelpPage({ words }: { words: SiteWords }) {
  const topics = Object.entries<HelpTopic>(help.topics);
  return (
    <DocumentPage
      words={words}
      title={help.title}
      intro={help.intro}
      parts={[
        ...topics.map(([id, topic]) => ({ id, heading: topic.heading, content: <Topic topic={topic} /> })),
        personPart(words),
      ]}
    />
  );
}

/** What is said about one step. */
export function Topic({ topic }: { topic: HelpTopic }) {
  return (
    <dl className={styles.topic}>
      {(['why', 'cost', 'next'] as const).map((question) => (
        <div key={question}>
          <dt>{help[question]}</dt>
          <dd>{topic[question]}</dd>
        </div>
      ))}
    </dl>
  );
}
