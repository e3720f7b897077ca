import {
  BarChart3,
  FolderKanban,
  Gauge,
  KeyRound,
  Palette,
  Plus,
  QrCode,
  Settings,
  ShieldCheck,
} from 'lucide-react';

/** Every page that can be gone to by name, in the order of the search. `menu` is its name in the navigation, if it is there. */
export const places = [
  { to: '/codes/new', label: 'New QR code', menu: null, icon: Plus },
  { to: '/', label: 'Overview', menu: 'Overview', icon: BarChart3 },
  { to: '/codes', label: 'QR codes', menu: 'QR codes', icon: QrCode },
  { to: '/projects', label: 'Projects', menu: 'Projects', icon: FolderKanban },
  { to: '/templates', label: 'Style templates', menu: 'Templates', icon: Palette },
  { to: '/settings/keys', label: 'API keys', menu: null, icon: KeyRound },
  { to: '/settings/security', label: 'Security and sessions', menu: null, icon: ShieldCheck },
  { to: '/settings/plan', label: 'Plan and usage', menu: null, icon: Gauge },
  { to: '/settings', label: 'Profile and time zone', menu: 'Settings', icon: Settings },
] as const;
