import type { Database } from '../open-database.ts';

interface Statement {
  text: string;
  values: unknown[];
}

export interface Plan {
  text: string;
  /** What the server needed to run it. */
  ms: number;
  /** As `explain` prints it. */
  lines: string[];
}

type Query = (...args: unknown[]) => unknown;

function statementOf(args: readonly unknown[]): Statement | null {
  const [first, second] = args;
  const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Partial<Statement>);
  return typeof text === 'string' && /^\s*(select|with)\b/i.test(text)
    ? { text, values: Array.isArray(values) ? values : [] }
    : null;
}

/**
 * Writes down the reading statements that go over the connections of a pool, as they are sent. Call it before the pool has
 * connected.
 */
export function recordStatements({ pool }: Database) {
  let recorded: Statement[] | null = null;
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const statement = recorded && statementOf(args);
      if (statement) recorded?.push(statement);
      return send(...args);
    }) as typeof client.query;
  });
  return {
    /** @returns the statements that `work` sent, each once, the slowest first */
    async slowest(work: () => Promise<unknown>): Promise<Plan[]> {
      const found: Statement[] = (recorded = []);
      await work().finally(() => (recorded = null));
      const plans: Plan[] = [];
      for (const { text, values } of new Map(found.map((statement) => [statement.text, statement])).values()) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, timing off) ${text}`,
          values,
        );
        const lines = rows.map((row) => row['QUERY PLAN']);
        const ms = Number(/^Execution Time: ([\d.]+) ms/m.exec(lines.join('\n'))?.[1] ?? 0);
        plans.push({ text: text.replace(/\s+/g, ' ').trim(), ms, lines });
      }
      return plans.toSorted((a, b) => b.ms - a.ms);
    },
  };
}
