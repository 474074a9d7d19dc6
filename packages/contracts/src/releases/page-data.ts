import * as z from 'zod/mini';
import { DocumentClass } from './document-class.ts';
import { PriceList } from './price-list.ts';

/** Page-supplied data: what the hosting page gives the site (specification, section 3). A configuration file, schema-checked. */
export const SiteConfig = z.object({
  header: z.object({
    site_title: z.string(),
    site_tagline: z.string(),
    site_logo: z.string(),
    show_navigation: z.boolean(),
    navigation_items: z.array(z.object({ title: z.string(), url: z.string() })),
    seo: z.object({ meta_title: z.string(), meta_description: z.string(), meta_keywords: z.string() }),
  }),
  footer: z.object({
    footer_text: z.string(),
    company_email: z.string(),
    /** Where the company is: stands in mails. */
    postal_address: z.optional(z.string()),
    social_links: z.object({
      linkedin: z.optional(z.string()),
      facebook: z.optional(z.string()),
      instagram: z.optional(z.string()),
      twitter: z.optional(z.string()),
    }),
  }),
  advertisement: z.object({
    google_analytics_code: z.string(),
    meta_pixel_code: z.string(),
    livechat_code: z.string(),
    custom_head_code: z.string(),
    custom_body_code: z.string(),
  }),
  /** R18. */
  offer: z.object({ enabled: z.boolean() }),
  wizard: z.object({
    layout: z.enum(['A', 'B']),
    /** Whole US dollars; messages follow. */
    amountMin: z.number(),
    amountMax: z.number(),
  }),
  locale: z.enum(['en', 'tr']),
});
export type SiteConfig = z.output<typeof SiteConfig>;

/** One element of a site's own tag code, taken apart by the server: the browser parses no HTML of a setting. */
export const TagPart = z.object({
  name: z.enum(['script', 'style', 'meta', 'link', 'img', 'div']),
  attributes: z.record(z.string(), z.string()),
  text: z.string(),
});
export type TagPart = z.output<typeof TagPart>;

/** Third-party tags (R30). Only `public` documents hold them; nothing of them is loaded before consent. */
export const Tags = z.object({
  googleAnalytics: z.nullable(z.string()),
  metaPixel: z.nullable(z.string()),
  liveChat: z.nullable(z.string()),
  head: z.array(TagPart),
  body: z.array(TagPart),
  /** Origins that scripts may come from; one may begin with `https://*.`. */
  scriptHosts: z.array(z.string()),
});
export type Tags = z.output<typeof Tags>;

/** The `redress-page` block of a document: nothing in it belongs to a visitor, so documents can be cached. */
export const PageData = z.object({
  documentClass: DocumentClass,
  header: SiteConfig.shape.header,
  footer: SiteConfig.shape.footer,
  offer: SiteConfig.shape.offer,
  wizard: SiteConfig.shape.wizard,
  locale: SiteConfig.shape.locale,
  /** Snapshot keys this document trusts: key id to raw Ed25519 public key, base64. */
  releaseKeys: z.record(z.string(), z.string()),
  /** Who may say that these keys have changed: root keys, how many of them must sign, and the version they come from. */
  releaseRoot: z.optional(z.object({ keys: z.record(z.string(), z.string()), threshold: z.int(), version: z.int() })),
  /** Base address of Stripe.js; in sandbox mode the sandbox's own script. */
  stripeScript: z.string(),
  sandbox: z.boolean(),
  /** A preview, or a site that remotes are worked on in: the runtime of module federation is the host, with its devtools. */
  forDevelopers: z.optional(z.literal(true)),
  /** There where the site has tags at all, in documents of both classes: the choice can be changed on every page. */
  consent: z.optional(z.object({ version: z.string() })),
  tags: z.optional(Tags),
  /** What is on sale, when it was known. */
  prices: z.optional(PriceList),
});
export type PageData = z.output<typeof PageData>;
