import {
  BarChart3,
  FolderKanban,
  Gauge,
  GitCompareArrows,
  History,
  KeyRound,
  LogIn,
  Palette,
  Plus,
  QrCode,
  Settings,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react';

/** All pages that can be found by name, in search order. `menu` is the name in the navigation, if it is there. */
export const places = [
  { to: '/codes/new', label: 'New QR code', menu: null, icon: Plus },
  { to: '/', label: 'Overview', menu: 'Overview', icon: BarChart3 },
  { to: '/codes', label: 'QR codes', menu: 'QR codes', icon: QrCode },
  { to: '/projects', label: 'Projects', menu: 'Projects', icon: FolderKanban },
  { to: '/compare', label: 'Compare codes or projects', menu: null, icon: GitCompareArrows },
  { to: '/templates', label: 'Style templates', menu: 'Templates', icon: Palette },
  { to: '/settings/members', label: 'Members and invitations', menu: null, icon: Users },
  { to: '/settings/audit-log', label: 'Audit log', menu: null, icon: History },
  { to: '/settings/sso', label: 'Single sign-on', menu: null, icon: LogIn },
  { to: '/settings/keys', label: 'API keys', menu: null, icon: KeyRound },
  { to: '/settings/webhooks', label: 'Webhooks', menu: null, icon: Webhook },
  { to: '/settings/security', label: 'Security and sessions', menu: null, icon: ShieldCheck },
  { to: '/settings/plan', label: 'Plan and usage', menu: null, icon: Gauge },
  { to: '/settings', label: 'Profile and time zone', menu: 'Settings', icon: Settings },
] as const;
