import type { DeviceClass } from './rules/device-class.ts';

/** iPadOS in desktop mode identifies as a Mac, and no header distinguishes them: desktop (D48). */
export function deviceClass(userAgent: string, platformHint: string): DeviceClass {
  // `Sec-CH-UA-Platform`, in quotes; sent by Chromium, and not reduced like the user agent.
  if (platformHint !== '') {
    if (platformHint === '"Android"') return 'android';
    if (platformHint === '"iOS"') return 'ios';
    return 'desktop';
  }
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  return userAgent.includes('Android') ? 'android' : 'desktop';
}

/**
 * Programs that fetch link previews for chats or feeds: nobody has scanned anything yet (D45). Crawlers of search engines and command-line
 * clients are not included.
 */
const previewAgents =
  /facebookexternalhit|Facebot|Twitterbot|Slackbot-LinkExpanding|Slack-ImgProxy|Discordbot|WhatsApp\/|TelegramBot|LinkedInBot|SkypeUriPreview|MicrosoftPreview|redditbot|Pinterestbot|Snap URL Preview|vkShare|Viber|kakaotalk-scrap|line-poker|Mastodon\/|Iframely|Embedly|Synapse \(bot|ZaloPC-linkpreview|bitlybot|Google-Safety-Preview/i;

export function isLinkPreview(userAgent: string): boolean {
  return previewAgents.test(userAgent);
}

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/FBAN|FBAV|Instagram/, 'Facebook'],
  [/MicroMessenger\//, 'WeChat'],
  [/YaBrowser\//, 'Yandex'],
  [/UCBrowser\//, 'UC Browser'],
  [/DuckDuckGo\//, 'DuckDuckGo'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.].{0,60}Safari\//, 'Safari'],
];

/** A browser family for charts; null if we don't know it. */
export function browserFamily(userAgent: string): string | null {
  return browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

export function systemFamily(userAgent: string): string | null {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
