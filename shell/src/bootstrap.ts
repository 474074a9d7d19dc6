import { startApi } from '@redress/api-client';
import {
  createHost,
  createPinnedLoader,
  navigateToUrl,
  publishPinnedLoader,
  readPageData,
  readSignedSnapshot,
  verifySnapshot,
} from '@redress/mf-runtime/host';
import './frame/frame.module.css';
import { createShareScope } from './platform/share-scope.ts';

/** Verifies the release, then puts the page's remote on the screen. */
export async function startSite(): Promise<void> {
  const page = readPageData();
  const snapshot = await verifySnapshot(readSignedSnapshot(), { keys: page.releaseKeys, now: new Date() });
  const loader = createPinnedLoader(() => {});
  publishPinnedLoader(loader);
  loader.trust(snapshot.shell);
  startApi();
  const host = createHost({
    page,
    snapshot,
    loader,
    shareScope: createShareScope(__REDRESS_SHARED_VERSIONS__),
    mayShow: () => true,
    report() {},
    setTitle(title) {
      document.title = `${title} · ${page.header.site_title}`;
    },
    announce() {},
    navigate: (path) => navigateToUrl(path),
    onShown() {},
  });
  host.start();
}
