import type { ReleaseGraph } from '@redress/contracts/release-api';
import { cx } from '@redress/ui';
import { graphTexts } from './graph-texts.ts';
import styles from './graph.module.css';
import { BOX, layOut, WIDTH } from './layout.ts';

const HEADS = [
  [16, graphTexts.slots],
  [360, graphTexts.remotes],
  [704, graphTexts.packages],
] as const;

/** The graph as a picture, where there is room for one. @param props.chosen - the remote whose lines stand out */
export function GraphPicture({ graph, chosen }: { graph: ReleaseGraph; chosen: string }) {
  const { boxes, lines, height } = layOut(graph);
  const isOf = (remote: string) => chosen === '' || remote === chosen;
  const touched = new Set(lines.filter(({ remote }) => remote === chosen).map(({ other }) => other));
  return (
    <figure className={styles['picture']}>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={graphTexts.picture}>
        {HEADS.map(([x, text]) => (
          <text key={text} x={x} y={24} className={styles['heading']}>
            {text}
          </text>
        ))}
        {lines.map(({ kind, remote, other, path }) => (
          <path
            key={`${kind} ${remote} ${other}`}
            d={path}
            className={cx(
              styles['line'],
              kind === 'draws' && styles['draws'],
              kind === 'uses' && chosen === '' && styles['faint'],
              !isOf(remote) && styles['aside'],
              chosen !== '' && isOf(remote) && styles['chosen'],
            )}
          />
        ))}
        {boxes.map(({ kind, name, note, x, y }) => (
          <g key={`${kind} ${name}`} transform={`translate(${x} ${y})`}>
            <rect
              width={BOX.width}
              height={BOX.height}
              rx={4}
              className={cx(
                styles['box'],
                kind === 'remote' && styles['remote'],
                (name === chosen || touched.has(name)) && styles['boxChosen'],
              )}
            />
            <text x={10} y={19}>
              {name}
              {note !== '' && <tspan className={styles['note']}> {note}</tspan>}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{graphTexts.legend}</figcaption>
    </figure>
  );
}
