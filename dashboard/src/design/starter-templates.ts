import { iconLogo, type StockIconName } from './stock-icons.ts';

export interface StarterTemplate {
  /** Never changes: it is part of addresses. */
  id: string;
  name: string;
  group: StarterGroup;
  design: Record<string, unknown>;
}

export const starterGroups = ['Restaurant', 'Retail', 'Event', 'Packaging', 'Real estate'] as const;
export type StarterGroup = (typeof starterGroups)[number];

interface Look {
  color: string;
  ground?: string;
  dots?: string;
  eyes?: string;
  eyeColor?: string;
  icon?: StockIconName;
  frame?: string;
  caption?: string;
}

function design({
  color,
  ground = '#ffffff',
  dots,
  eyes,
  eyeColor,
  icon,
  frame,
  caption,
}: Look): Record<string, unknown> {
  return {
    foreground_color: color,
    background_color: ground,
    error_correction: icon === undefined ? 'M' : 'Q',
    ...(dots !== undefined && { dot_style: dots }),
    ...(eyes !== undefined && { eye_style: eyes }),
    ...(eyeColor !== undefined && { eye_color: eyeColor }),
    ...(icon !== undefined && { logo: iconLogo(icon, eyeColor ?? color, ground) }),
    ...(frame !== undefined && { border_style: frame, frame_color: eyeColor ?? color }),
    ...(caption !== undefined && { caption }),
  };
}

/** Each passes our scan tests without a finding (`test/dashboard/starter-templates.test.ts`). */
const looks: Record<StarterGroup, Record<string, Look>> = {
  Restaurant: {
    Menu: {
      color: '#3b2a20',
      ground: '#fdf8f0',
      dots: 'rounded',
      eyes: 'rounded',
      icon: 'food',
      frame: 'caption',
      caption: 'Our menu',
    },
    Café: {
      color: '#4a2c17',
      dots: 'extra-rounded',
      eyes: 'rounded',
      icon: 'cup',
      frame: 'bubble',
      caption: 'Order here',
    },
    Reviews: {
      color: '#1f2937',
      eyeColor: '#9a3412',
      dots: 'classy',
      eyes: 'leaf',
      icon: 'star',
      frame: 'caption',
      caption: 'Tell us how it was',
    },
    'Guest Wi-Fi': {
      color: '#0f3d3e',
      dots: 'fluid',
      eyes: 'rounded',
      icon: 'wifi',
      frame: 'caption',
      caption: 'Free Wi-Fi',
    },
  },
  Retail: {
    'Shop window': {
      color: '#111827',
      dots: 'square',
      eyes: 'square',
      icon: 'bag',
      frame: 'caption-top',
      caption: 'Shop online',
    },
    'Price tag': { color: '#000000', dots: 'square', frame: 'solid' },
    'Members club': {
      color: '#4c1d6b',
      ground: '#fbf7ff',
      dots: 'rounded',
      eyes: 'leaf',
      icon: 'heart',
      frame: 'bubble',
      caption: 'Join the club',
    },
    'Find us': {
      color: '#14342b',
      dots: 'classy',
      eyes: 'rounded',
      icon: 'pin',
      frame: 'caption',
      caption: 'Our shops',
    },
  },
  Event: {
    Ticket: { color: '#1e1b4b', dots: 'rounded', eyes: 'rounded', icon: 'ticket', frame: 'rounded' },
    Program: {
      color: '#0c2d57',
      eyeColor: '#8a1c3b',
      dots: 'fluid',
      eyes: 'leaf',
      icon: 'calendar',
      frame: 'caption',
      caption: 'Program',
    },
    Concert: {
      color: '#2d0a4e',
      dots: 'extra-rounded',
      eyes: 'rounded',
      icon: 'music',
      frame: 'caption-top',
      caption: 'Listen',
    },
    'Save the date': {
      color: '#5b1a33',
      ground: '#fff8f8',
      dots: 'classy',
      eyes: 'leaf',
      frame: 'bubble',
      caption: 'Save the date',
    },
  },
  Packaging: {
    'Where it is from': {
      color: '#123524',
      ground: '#f6fbf5',
      dots: 'rounded',
      eyes: 'leaf',
      frame: 'caption',
      caption: 'Where it is from',
    },
    Instructions: { color: '#000000', dots: 'square', frame: 'caption', caption: 'How to use' },
    'Small print': { color: '#000000', dots: 'square' },
    Parcel: {
      color: '#3f2a12',
      dots: 'rounded',
      eyes: 'rounded',
      icon: 'box',
      frame: 'caption',
      caption: 'Return it',
    },
  },
  'Real estate': {
    'For sale': {
      color: '#7a1420',
      dots: 'square',
      eyes: 'rounded',
      icon: 'house',
      frame: 'caption',
      caption: 'For sale',
    },
    'Open house': {
      color: '#0b3954',
      dots: 'rounded',
      eyes: 'rounded',
      icon: 'house',
      frame: 'bubble',
      caption: 'Come in',
    },
    'Call the agent': {
      color: '#1b2a41',
      dots: 'classy',
      eyes: 'rounded',
      icon: 'phone',
      frame: 'caption',
      caption: 'Call the agent',
    },
    Brochure: {
      color: '#22313f',
      eyeColor: '#1d5b43',
      dots: 'fluid',
      eyes: 'leaf',
      icon: 'mail',
      frame: 'caption-top',
      caption: 'All details',
    },
  },
};

export const starterTemplates: readonly StarterTemplate[] = starterGroups.flatMap((group) =>
  Object.entries(looks[group]).map(([name, look]) => ({
    id: `starter-${name
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^a-z]+/g, '-')}`,
    name,
    group,
    design: design(look),
  })),
);
