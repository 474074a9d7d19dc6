import * as z from 'zod/mini';
import { DocumentClass } from './document-class.ts';

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
  /** RULINGS 18. */
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
  /** Base address of Stripe.js; in sandbox mode the sandbox's own script. */
  stripeScript: z.string(),
  sandbox: z.boolean(),
});
export type PageData = z.output<typeof PageData>;
