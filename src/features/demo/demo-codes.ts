import type { NewQrCode } from '#core/qr-code-input.ts';

/** A code of the demo and its usage. */
export interface DemoCode {
  label: string;
  project: string;
  type?: NewQrCode['type'];
  path?: string;
  content?: Record<string, string | boolean>;
  design?: Record<string, unknown>;
  rules?: Record<string, unknown>[];
  /** Its weight among all scans. */
  weight: number;
  /** The time of day of its scans: at meals, in the evening, all day. */
  habit: 'meals' | 'evening' | 'day';
  scanLimit?: number;
  isArchived?: boolean;
}

export const demoProjects: [string, string][] = [
  ['Tables and menus', 'What guests scan at the table'],
  ['Spring campaign', 'Posters and flyers in three cities'],
  ['Packaging', 'Bags, cups and beans'],
  ['Events', 'Tastings and workshops'],
];

const brand = { foreground_color: '#14532d', dot_style: 'rounded', eye_style: 'rounded' };
const poster = {
  dot_style: 'fluid',
  eye_style: 'leaf',
  foreground_color: '#9a3412',
  gradient: { type: 'linear', from: '#9a3412', to: '#be123c', angle: 45 },
  border_style: 'caption',
  caption: 'Taste spring',
};
const label = {
  dot_style: 'classy',
  foreground_color: '#3b2314',
  background_color: '#fbf6ee',
  border_style: 'rounded',
};
const ticket = {
  dot_style: 'extra-rounded',
  eye_style: 'rounded',
  foreground_color: '#1e1b4b',
  eye_color: '#4338ca',
  border_style: 'bubble',
  caption: 'Save your seat',
};

const weekdaysOnly = ['mon', 'tue', 'wed', 'thu', 'fri'];
const menuRules = [
  {
    condition: 'schedule',
    schedule_days: weekdaysOnly,
    schedule_start: '07:00',
    schedule_end: '11:30',
    path: 'breakfast',
  },
  {
    condition: 'schedule',
    schedule_days: weekdaysOnly,
    schedule_start: '11:30',
    schedule_end: '15:00',
    path: 'lunch',
  },
  {
    condition: 'schedule',
    schedule_days: ['sat', 'sun'],
    schedule_start: '08:00',
    schedule_end: '16:00',
    path: 'brunch',
  },
  { condition: 'country', value: 'FR', path: 'fr/menu' },
];
const appRules = [
  { condition: 'device', value: 'ios', path: 'app/ios' },
  { condition: 'device', value: 'android', condition2: 'country', value2: 'DE', path: 'app/android-de' },
  { condition: 'device', value: 'android', path: 'app/android' },
];

const tables: DemoCode[] = Array.from({ length: 14 }, (_, index) => ({
  label: `Table ${index + 1}`,
  project: 'Tables and menus',
  path: `menu?table=${index + 1}`,
  design: brand,
  weight: 4 + ((index * 7) % 5),
  habit: 'meals',
}));

const posters: DemoCode[] = [
  'Berlin, Alexanderplatz',
  'Berlin, Kreuzberg',
  'Hamburg, Altona',
  'Munich, Marienplatz',
  'Lyon, Bellecour',
  'Vienna, Naschmarkt',
].map((place, index) => ({
  label: `Poster: ${place}`,
  project: 'Spring campaign',
  path: `spring?from=${index}`,
  design: poster,
  weight: 9 - index,
  habit: 'day',
}));

const bags: DemoCode[] = [
  'Ethiopia Guji',
  'Colombia Huila',
  'Brazil Cerrado',
  'Kenya Nyeri',
  'House blend',
  'Decaf',
].map((coffee, index) => ({
  label: `Bag: ${coffee}`,
  project: 'Packaging',
  path: `coffee/${coffee.toLowerCase().replace(' ', '-')}`,
  design: label,
  weight: 8 - index,
  habit: 'day',
}));

const talks: DemoCode[] = ['Cupping for beginners', 'Latte art', 'Home espresso', 'Roastery tour'].map(
  (title, index) => ({
    label: `Workshop: ${title}`,
    project: 'Events',
    path: `events/${index + 1}`,
    design: ticket,
    weight: 2,
    habit: 'evening',
    ...(index === 3 && { scanLimit: 60_000 }),
  }),
);

/** Forty codes of a small coffee roasting company. */
export const demoCodes: DemoCode[] = [
  {
    label: 'Menu of the day',
    project: 'Tables and menus',
    path: 'menu',
    design: { ...brand, border_style: 'caption', caption: 'Our menu' },
    rules: menuRules,
    weight: 34,
    habit: 'meals',
  },
  ...tables,
  {
    label: 'Guest Wi-Fi',
    project: 'Tables and menus',
    type: 'wifi',
    content: { ssid: 'Harbour Guests', security: 'WPA', password: 'flat-white-please' },
    design: brand,
    weight: 0,
    habit: 'day',
  },
  {
    label: 'Loyalty app',
    project: 'Tables and menus',
    path: 'app',
    rules: appRules,
    design: { dot_style: 'dots', foreground_color: '#14532d', eye_color: '#0f766e' },
    weight: 16,
    habit: 'meals',
  },
  ...posters,
  {
    label: 'Flyer: two for one',
    project: 'Spring campaign',
    path: 'two-for-one',
    design: { ...poster, caption: 'Two for one' },
    weight: 6,
    habit: 'evening',
    scanLimit: 250_000,
  },
  {
    label: 'Winter flyer',
    project: 'Spring campaign',
    path: 'winter',
    weight: 3,
    habit: 'day',
    isArchived: true,
  },
  ...bags,
  {
    label: 'Cup: find us',
    project: 'Packaging',
    path: 'find-us',
    design: { dot_style: 'diamond', foreground_color: '#3b2314' },
    weight: 7,
    habit: 'day',
  },
  ...talks,
  {
    label: 'Barista: contact',
    project: 'Events',
    type: 'vcard',
    content: {
      first_name: 'Harbour',
      last_name: 'Coffee',
      phone: '+49 40 555 010',
      email: 'hello@example.com',
      city: 'Hamburg',
      country: 'Germany',
    },
    weight: 1,
    habit: 'day',
  },
];
