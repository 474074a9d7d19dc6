import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { type FieldRules, LOG_FIELDS, allowFields, scrubText } from '../redaction.ts';
import { currentCorrelationId, currentSpan } from './context.ts';

export type Logger = PinoLogger;

export interface LoggerOptions {
  /** Service or role: `claims`, `site`, `worker`. */
  name: string;
  /** Default: `LOG_LEVEL`, else `info`. */
  level?: string;
  /** Further fields this service may log, each classified. */
  fields?: FieldRules;
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
  if (!(error instanceof Error)) return { type: typeof error, message: scrubText(String(error)) };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    message: scrubText(error.message),
    ...(frames?.length ? { at: frames.slice(0, 12).map((line) => line.trim().slice(3)) } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

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
 * Whatever is not in `LOG_FIELDS` or `fields` is left out; errors go in `err`.
 */
export function createLogger({ name, level, fields = {}, destination }: LoggerOptions): Logger {
  const rules: FieldRules = { ...LOG_FIELDS, ...fields };
  const keep = (record: Record<string, unknown>) => {
    const kept = allowFields(record, rules);
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
      bindings: (bindings: Record<string, unknown>) => allowFields(bindings, { ...rules, service: 'plain' }),
    },
    hooks: {
      // The text of a line is ours, but often ends with the message of an error.
      logMethod(this: PinoLogger, args: unknown[], method: (...given: unknown[]) => void) {
        method.apply(
          this,
          args.map((arg) => (typeof arg === 'string' ? scrubText(arg) : arg)),
        );
      },
    },
    serializers: { err: (described: unknown) => described },
  } as const;
  const logger: Logger = pino(options as never, destination ?? standardOutput());
  // pino does not run formatters over a child's bindings; children inherit this method, so their children are covered too.
  const bind = logger.child;
  logger.child = function child(this: Logger, bindings: Record<string, unknown>, childOptions?: object) {
    return bind.call(this, allowFields(bindings, rules), childOptions as never);
  } as Logger['child'];
  return logger;
}
