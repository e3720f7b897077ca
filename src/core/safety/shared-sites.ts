const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Sites whose owner controls every host below them: a feed that lists one as a whole is wrong. */
const ownSites: ReadonlySet<string> = words(`
  google.com youtube.com microsoft.com live.com office.com apple.com icloud.com amazon.com facebook.com instagram.com whatsapp.com
  linkedin.com twitter.com x.com reddit.com pinterest.com paypal.com ebay.com wikipedia.org dropbox.com github.com gitlab.com
`);

/** Sites on which many people publish, also on hosts below them: those hosts belong to their authors, the site itself to nobody. */
const sharedSites: ReadonlySet<string> = words(`
  goo.gl g.page github.io sharepoint.com amazonaws.com cloudfront.net azurewebsites.net windows.net wa.me t.co t.me telegram.org
  discord.com box.com mediafire.com wordpress.com blogspot.com weebly.com wixsite.com squarespace.com shopify.com myshopify.com
  notion.site medium.com typeform.com jotform.com canva.com archive.org bit.ly tinyurl.com linktr.ee netlify.app vercel.app pages.dev
  workers.dev web.app firebaseapp.com herokuapp.com
`);

/** Whether a feed can't mean this host as a whole. */
export function isSharedSite(host: string): boolean {
  const bare = host.replace(/^www\./, '');
  if (sharedSites.has(bare)) return true;
  return ownSites.has(bare.split('.').slice(-2).join('.'));
}
