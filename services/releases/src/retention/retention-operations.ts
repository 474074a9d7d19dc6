import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';

export const retentionOperations = ({ channels, retention }: ReleaseCore) =>
  ({
    retention: () => retention.plan(),
    collect: (_input, actor) => retention.collect(actor),
    async pin({ name, build, reason }, actor) {
      const buildId = await channels.resolveBuild(name, build);
      await retention.pin({ name, buildId }, actor, reason);
      return { name, buildId };
    },
    async unpin({ name, build, reason }, actor) {
      const buildId = await channels.resolveBuild(name, build);
      await retention.unpin({ name, buildId }, actor, reason);
      return { name, buildId };
    },
  }) satisfies Partial<ReleaseOperations>;
