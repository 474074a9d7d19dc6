import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { watch } from './watch.ts';

/** `redress-build`: exit code 1 and webpack's own words when the build is refused. */
export async function main(args: string[], directory: string): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      watch: { type: 'boolean' },
      alone: { type: 'boolean' },
      port: { type: 'string' },
      maps: { type: 'boolean' },
    },
    allowNegative: true,
  });
  const started = performance.now();
  const sourceMaps = values.maps ?? false;
  try {
    if (values.watch || values.alone) {
      await watch({
        directory,
        port: Number(values.port ?? process.env['REDRESS_DEV_PORT'] ?? 0),
        alone: values.alone ?? false,
        sourceMaps,
        write: (line) => process.stdout.write(`${line}\n`),
      });
      return;
    }
    const descriptor = await build({ directory, mode: 'production', sourceMaps });
    const bytes = Object.values(descriptor.files).reduce((sum, file) => sum + file.bytes, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    process.stdout.write(
      `${descriptor.name}@${descriptor.version}-${descriptor.buildId}: ${Object.keys(descriptor.files).length} files, ${bytes} bytes, ${seconds} s\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
