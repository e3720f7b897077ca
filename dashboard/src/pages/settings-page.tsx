import { Outlet } from '@tanstack/react-router';
import { useCan, useCanSomewhere } from '../api/use-can.ts';
import { Page } from '../ui/page.tsx';
import { TabLinks } from '../ui/tab-links.tsx';

export function SettingsPage() {
  const can = useCan();
  const canSomewhere = useCanSomewhere();
  return (
    <Page title="Settings">
      <TabLinks
        label="Settings"
        tabs={[
          { label: 'Profile', link: { to: '/settings' } },
          { label: 'Security', link: { to: '/settings/security' } },
          { label: 'Members', link: { to: '/settings/members' } },
          ...(can('sso.read') ? [{ label: 'Single sign-on', link: { to: '/settings/sso' } } as const] : []),
          ...(can('keys.read') ? [{ label: 'API keys', link: { to: '/settings/keys' } } as const] : []),
          ...(canSomewhere('webhooks.change')
            ? [{ label: 'Webhooks', link: { to: '/settings/webhooks' }, hasPages: true } as const]
            : []),
          ...(can('audit.read')
            ? [{ label: 'Audit log', link: { to: '/settings/audit-log' } } as const]
            : []),
          { label: 'Plan and usage', link: { to: '/settings/plan' } },
          { label: 'Data', link: { to: '/settings/data' } },
        ]}
      />
      <Outlet />
    </Page>
  );
}
