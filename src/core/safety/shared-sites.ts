/** Sites that countless people publish on: a feed that lists one as a whole is mistaken. */
export const sharedSites: ReadonlySet<string> = new Set(
  `
  google.com youtube.com goo.gl g.page withgoogle.com microsoft.com live.com office.com sharepoint.com github.com github.io
  gitlab.com apple.com icloud.com amazon.com amazonaws.com cloudfront.net azurewebsites.net windows.net facebook.com
  instagram.com whatsapp.com wa.me linkedin.com twitter.com x.com t.co t.me telegram.org discord.com reddit.com pinterest.com
  dropbox.com box.com mediafire.com paypal.com ebay.com wikipedia.org wordpress.com blogspot.com weebly.com wixsite.com
  squarespace.com shopify.com myshopify.com notion.site medium.com typeform.com jotform.com canva.com archive.org bit.ly
  tinyurl.com linktr.ee netlify.app vercel.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com
  `
    .trim()
    .split(/\s+/),
);

export function isSharedSite(host: string): boolean {
  const labels = host.split('.');
  return labels.some((_, first) => sharedSites.has(labels.slice(first).join('.')) && first <= 1);
}
