import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { LOG_FIELDS, allowFields, scrubText } from '../redaction.ts';
import { currentCorrelationId, currentSpan } from './context.ts';

export type Logger = PinoLogger;

export interface LoggerOptions {
  /** Service or role: `claims`, `site`, `worker`. */
  name: string;
  /** Default: `LOG_LEVEL`, else `info`. */
  level?: string;
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream;
}

interface DescribedError {
  type: string;
  code?: string;
  message: string;
  at?: string[];
  cause?: DescribedError;
}

/** What a log line says of an error: kind, code, scrubbed message and the frames; never its other properties. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return describeThrown(error);
  const code = (error as { code?: unknown }).code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    // Of several tries at one address, as Node makes them, only the list has the reasons.
    message: scrubText(error.message || reasonsOf(error)),
    ...(frames?.length ? { at: frames.slice(0, 12).map((line) => line.trim().slice(3)) } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

const reasonsOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((each) => (each instanceof Error ? each.message : typeof each)).join('; ')
    : '';

/** Libraries throw and emit objects that are no errors but carry one's words: pg-boss does, with the queue beside them. */
function describeThrown(thrown: unknown): DescribedError {
  if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown, message: scrubText(String(thrown)) };
  const { name, code, message } = thrown as { name?: unknown; code?: unknown; message?: unknown };
  return {
    type: typeof name === 'string' ? name : 'object',
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    message: scrubText(
      typeof message === 'string' ? message : `an object with ${Object.keys(thrown).join(', ') || 'nothing'}`,
    ),
  };
}

/** The same fault so many times in this time is a line each; what follows is counted, and said at its end. */
const SAME_LINES = 5;
const SAME_MS = 10_000;
/** Kinds of faults that are kept apart; beyond them every line is written. */
const MOST_KINDS = 500;

/** In an outage each worker says the same several times a second. @returns whether a line is to be written */
function createRepeats(): (key: string, sayCount: (repeated: number) => void) => boolean {
  const seen = new Map<string, number>();
  return (key, sayCount) => {
    const count = seen.get(key);
    if (count !== undefined) {
      seen.set(key, count + 1);
      return count < SAME_LINES;
    }
    if (seen.size >= MOST_KINDS) return true;
    seen.set(key, 1);
    setTimeout(() => {
      const repeated = (seen.get(key) ?? 0) - SAME_LINES;
      seen.delete(key);
      if (repeated > 0) sayCount(repeated);
    }, SAME_MS).unref();
    return true;
  };
}

const WARN = 40;

const MAX_WAITING_BYTES = 1_000_000;

let output: DestinationStream | null = null;
/**
 * Standard output, one for all loggers of the process. Lines that its disk has no space for are dropped: by itself pino
 * ends the program at the first.
 */
function standardOutput(): DestinationStream {
  if (output) return output;
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  stream.on('error', () => {});
  output = stream;
  return stream;
}

/**
 * Lines of JSON on standard output with level, time, service, correlation id, message and allow-listed fields.
 * Whatever is not in `LOG_FIELDS` is left out; errors go in `err`.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const mayRepeat = createRepeats();
  const keep = (record: Record<string, unknown>) => {
    const kept = allowFields(record);
    if (record['err'] !== undefined) kept['err'] = describeError(record['err']);
    return kept;
  };
  const options = {
    level: level ?? process.env['LOG_LEVEL'] ?? 'info',
    base: { service: name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: () => {
      const correlationId = currentCorrelationId();
      const traceId = currentSpan()?.traceId;
      return { ...(correlationId && { correlationId }), ...(traceId && { traceId }) };
    },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: keep,
      // The one place of `service`: of two fields with one name a reader takes either.
      bindings: (bindings: Record<string, unknown>) => allowFields(bindings, { ...LOG_FIELDS, service: 'plain' }),
    },
    hooks: {
      // The text of a line is ours, but often ends with the message of an error.
      logMethod(this: PinoLogger, args: unknown[], method: (...given: unknown[]) => void, severity: number) {
        const given = args.map((arg) => (typeof arg === 'string' ? scrubText(arg) : arg));
        const [first, text] = given;
        const err = (first as { err?: unknown } | null | undefined)?.err;
        if (severity >= WARN && typeof err === 'object' && err !== null) {
          const { code, message } = describeError(err);
          const sayCount = (count: number) => method.apply(this, [{ count, code }, `${String(text)}: the same again`]);
          if (!mayRepeat([severity, text, code, message].join(' '), sayCount)) return;
        }
        method.apply(this, given);
      },
    },
    serializers: { err: (described: unknown) => described },
  } as const;
  const logger: Logger = pino(options as never, destination ?? standardOutput());
  // pino does not run formatters over a child's bindings; children inherit this method, so their children are covered too.
  const bind = logger.child;
  logger.child = function child(this: Logger, bindings: Record<string, unknown>, childOptions?: object) {
    return bind.call(this, allowFields(bindings), childOptions as never);
  } as Logger['child'];
  return logger;
}
