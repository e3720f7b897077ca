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

/** Every page that can be gone to by name. Those of the first list are in the navigation as well. */
export const places = [
  { to: '/', label: 'Overview', icon: BarChart3 },
  { to: '/codes', label: 'QR codes', icon: QrCode },
  { to: '/projects', label: 'Projects', icon: FolderKanban },
  { to: '/templates', label: 'Templates', icon: Palette },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const;

export const morePlaces = [
  { to: '/codes/new', label: 'New QR code', icon: Plus },
  { to: '/settings/keys', label: 'API keys', icon: KeyRound },
  { to: '/settings/security', label: 'Security and sessions', icon: ShieldCheck },
  { to: '/settings/plan', label: 'Plan and usage', icon: Gauge },
] as const;
