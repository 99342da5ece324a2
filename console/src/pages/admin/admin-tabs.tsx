/** The pages for administrators of the site. */
import { Tabs } from '../../elements/tabs.tsx';

export const AdminTabs = () => (
  <Tabs
    label="Administration"
    tabs={[
      { to: '/admin', words: 'Accounts' },
      { to: '/admin/site', words: 'Libraries, tags, agreement' },
      { to: '/admin/audit', words: 'Audit trail' },
    ]}
  />
);
