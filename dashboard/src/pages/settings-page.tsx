import { Outlet } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { TabLinks } from '../ui/tab-links.tsx';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <TabLinks
        label="Settings"
        tabs={[
          { label: 'Profile', link: { to: '/settings' } },
          { label: 'Security', link: { to: '/settings/security' } },
          { label: 'API keys', link: { to: '/settings/keys' } },
          { label: 'Plan and usage', link: { to: '/settings/plan' } },
          { label: 'Data', link: { to: '/settings/data' } },
        ]}
      />
      <Outlet />
    </Page>
  );
}
