import { Menu } from '@base-ui/react/menu';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import {
  BookOpen,
  Braces,
  Check,
  ChevronsUpDown,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Search,
  Settings,
  Sun,
  X,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { meQuery } from '../api/queries.ts';
import { request, setAccount } from '../api/request.ts';
import type { Me } from '../api/types.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { dropAllDrafts, hasUnsaved, onUnsaved } from '../ui/drafts.ts';
import { UnsavedGuard } from '../ui/unsaved-guard.tsx';
import { Logo } from './logo.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { places } from './places.ts';
import { setTheme, type Theme, themes, useTheme } from './theme.ts';

// Loaded when it is needed.
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then(({ CommandPalette: component }) => ({ default: component })),
);

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const documents = [
  { href: '/docs/guide', label: 'Guide', icon: BookOpen },
  { href: '/docs', label: 'API reference', icon: Braces },
];

/** The frame around every page after sign-in. */
export function AppShell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const router = useRouter();
  const isUnsaved = useSyncExternalStore(onUnsaved, hasUnsaved);
  useEffect(() => router.subscribe('onBeforeNavigate', () => setMenuOpen(false)), [router]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!/^k$/i.test(event.key ?? '') || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className={`${buttonClass('primary')} absolute top-2 left-2 z-50 -translate-y-20 focus:translate-y-0`}
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
        <Logo />
        <div className="flex">
          <button
            type="button"
            aria-label="Search"
            className={buttonClass('quiet', 'icon')}
            onClick={() => setPaletteOpen(true)}
          >
            <Search className="size-5" aria-hidden />
          </button>
          <button
            type="button"
            aria-label={isMenuOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isMenuOpen}
            className={buttonClass('quiet', 'icon')}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            {isMenuOpen ? <X className="size-5" aria-hidden /> : <MenuIcon className="size-5" aria-hidden />}
          </button>
        </div>
      </header>
      <aside
        aria-label="Menu"
        className={classNames(
          'fixed inset-x-0 top-14 bottom-0 z-20 bg-surface lg:static lg:block lg:border-r lg:border-line',
          isMenuOpen ? 'block' : 'hidden',
        )}
      >
        <div className="flex h-full flex-col overflow-y-auto lg:sticky lg:top-0 lg:h-dvh">
          <div className="hidden px-5 pt-5 pb-4 lg:block">
            <Logo />
          </div>
          <div className="px-3 pt-3 lg:pt-0">
            <button
              type="button"
              onClick={() => setPaletteOpen(true)}
              className="flex h-9 w-full items-center gap-2 rounded-lg border border-line bg-page px-3 text-soft hover:text-text"
            >
              <Search className="size-4" aria-hidden />
              <span className="grow truncate text-left">Jump to…</span>
              <kbd className="hidden rounded border border-line px-1.5 font-sans text-xs sm:block">
                {isApple ? '⌘K' : 'Ctrl K'}
              </kbd>
            </button>
          </div>
          <nav aria-label="Main" className="mt-3 grow px-3">
            <ul className="space-y-0.5">
              {places.map(
                ({ to, menu, icon: Icon }) =>
                  menu !== null && (
                    <li key={to}>
                      <Link
                        to={to}
                        activeOptions={{ exact: to === '/', includeSearch: false }}
                        className="flex h-9 items-center gap-3 rounded-lg px-3 font-medium text-soft hover:bg-sunken hover:text-text data-[status=active]:bg-accent-soft data-[status=active]:text-accent-strong"
                      >
                        <Icon className="size-4" aria-hidden />
                        {menu}
                      </Link>
                    </li>
                  ),
              )}
            </ul>
          </nav>
          <div className="space-y-3 border-t border-line p-3">
            <div>
              {documents.map(({ href, label, icon: Icon }) => (
                <a
                  key={href}
                  href={href}
                  className="flex h-9 items-center gap-3 rounded-lg px-3 font-medium text-soft hover:bg-sunken hover:text-text"
                >
                  <Icon className="size-4" aria-hidden />
                  {label}
                </a>
              ))}
            </div>
            <ThemeSwitch />
            <UserMenu />
          </div>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <OfflineBanner />
        <Outlet />
      </main>
      <Suspense>{isPaletteOpen && <CommandPalette isOpen onClose={() => setPaletteOpen(false)} />}</Suspense>
      {isUnsaved && <UnsavedGuard />}
    </div>
  );
}

const themeIcons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: Monitor };

function ThemeSwitch() {
  const current = useTheme();
  return (
    <fieldset className="grid grid-cols-3 rounded-lg bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const Icon = themeIcons[theme];
        return (
          <label
            key={theme}
            title={theme}
            className={classNames(
              'flex h-7 cursor-pointer items-center justify-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent',
              theme === current ? 'bg-surface text-text shadow-xs' : 'text-soft hover:text-text',
            )}
          >
            <input
              type="radio"
              name="theme"
              checked={theme === current}
              onChange={() => setTheme(theme)}
              className="sr-only"
            />
            <span className="sr-only">{theme}</span>
            <Icon className="size-4" aria-hidden />
          </label>
        );
      })}
    </fieldset>
  );
}

/** The name of an account is the address of its first owner. */
function accountName(me: Me): string {
  return me.accounts.find(({ account_id }) => account_id === me.account.account_id)?.email ?? me.user.email;
}

/** All accounts of the user. Choosing one loads its data from scratch. */
function AccountItems({ me, className }: { me: Me; className: string }) {
  const choose = async (accountId: string) => {
    await request('/accounts/switch', { method: 'POST', body: { account_id: accountId } });
    window.location.assign('/dashboard');
  };
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-soft">Accounts</Menu.GroupLabel>
      {me.accounts.map((account) => {
        const isCurrent = account.account_id === me.account.account_id;
        return (
          <Menu.Item
            key={account.account_id}
            className={className}
            disabled={isCurrent || account.is_suspended}
            onClick={() => void choose(account.account_id)}
          >
            <Check className={classNames('size-4 shrink-0', !isCurrent && 'invisible')} aria-hidden />
            <span className="min-w-0 grow truncate">{account.email}</span>
            {isCurrent && <span className="sr-only">(current)</span>}
            {account.is_suspended && <span className="text-xs text-soft">suspended</span>}
          </Menu.Item>
        );
      })}
      <Menu.Separator className="my-1 border-t border-line" />
    </Menu.Group>
  );
}

function UserMenu() {
  const { data: me } = useSuspenseQuery(meQuery);
  const queryClient = useQueryClient();
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const signOut = async () => {
    if (hasUnsaved() && !window.confirm('Sign out without saving? Your changes will be lost.')) return;
    dropAllDrafts('all');
    await request('/auth/sign-out', { method: 'POST', body: {} }).catch(() => {});
    queryClient.clear();
    setAccount(null);
    await router.navigate({ to: '/sign-in' });
  };
  const item =
    'flex h-9 cursor-pointer items-center gap-2 rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken';
  return (
    <div ref={frame}>
      <Menu.Root>
        <Menu.Trigger className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left hover:bg-sunken">
          <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-strong">
            {me.user.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 grow">
            <span className="block truncate font-medium">{me.user.name}</span>
            <span className="block truncate text-xs text-soft">
              {me.accounts.length > 1 ? accountName(me) : me.user.email}
            </span>
          </span>
          <ChevronsUpDown className="size-4 text-soft" aria-hidden />
        </Menu.Trigger>
        {/* Inside a landmark, where screen readers look for it. */}
        <Menu.Portal container={frame}>
          <Menu.Positioner positionMethod="fixed" side="top" align="start" sideOffset={6} className="z-50">
            <Menu.Popup className="max-h-[70dvh] w-64 overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-lg outline-none">
              {me.accounts.length > 1 && <AccountItems me={me} className={item} />}
              <Menu.Item className={item} onClick={() => void router.navigate({ to: '/settings' })}>
                <Settings className="size-4" aria-hidden /> Settings
              </Menu.Item>
              <Menu.Item className={item} onClick={() => void signOut()}>
                <LogOut className="size-4" aria-hidden /> Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
