/** The program of `npm start`: how it begins, ends and says why it could not. `ROLES` says which services this process runs. */
import { isStartRefusal, isWrongSetting } from '@redress/database';
import { createLogger, type Logger } from '@redress/telemetry/server';
import { followSecrets, readConfig } from './config/config.ts';
import { announceReady } from './program/announce.ts';
import { Started, type LoggerOf } from './program/context.ts';
import { createEnding, START_AGAIN } from './program/ending.ts';
import { rememberNames } from './program/names.ts';
import { programName, startProgram } from './program/start-program.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const SAME_REQUEST_MS = 1_000;

async function main(): Promise<void> {
  // Output that cannot be written (a closed terminal, a file on a full disk) must not end the program.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  rememberNames();
  const started = new Started();
  let logger: Logger | null = null;
  const ending = createEnding({ started, exit: (code) => process.exit(code) });
  let askedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      // Ctrl-C comes from the terminal and again from npm. A person who asks twice does not want to wait.
      if (ending.hasBegun() && Date.now() - askedAt > SAME_REQUEST_MS) process.exit(130);
      askedAt ||= Date.now();
      void ending.stop(0, logger);
    });
  }
  try {
    // Secrets are followed before there is a logger: what level it has is configuration.
    const secrets = followSecrets(process.env, {
      info: (line) => logger?.info(line),
      warn: (line) => logger?.warn(line),
    });
    const config = readConfig(secrets.environment, secrets);
    const level = config.logLevel ?? (config.isProduction ? 'info' : 'warn');
    const loggerOf: LoggerOf = (name) => createLogger({ name, level });
    logger = loggerOf(programName(config));
    process.on('uncaughtException', (error) => void ending.crash(error, logger));
    const { door, siteOrigin, lines } = await ending.whileStarting(
      startProgram({ config, secrets, started, loggerOf, stopping: ending.signal, say }),
    );
    await announceReady({ door, siteOrigin, lines, say, stopping: ending.signal });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (ending.hasBegun()) logger?.info({ err: error }, 'the start was ended');
    else if (isStartRefusal(error)) process.stderr.write(`\n${message}\n`);
    else if (code === 'EADDRINUSE')
      process.stderr.write(
        `\n${message}: stop the program that uses the port, or set PORT, CONSOLE_PORT or SANDBOX_PORT.\n`,
      );
    else process.stderr.write(`\nRedress could not start: ${(error as Error).stack}\n`);
    await ending.stop(isWrongSetting(error) || code === 'EADDRINUSE' ? 1 : START_AGAIN, logger);
  }
}

await main();
