/** The front door. The program that starts it with everything else is `main.ts`, which no module imports. */
export { createSite, type ReleaseReads, type Site, type SiteOptions } from './create-site.ts';
export { DEFAULT_SITE_CONFIG, readSiteConfig, siteConfigFrom } from './config/site-config.ts';
