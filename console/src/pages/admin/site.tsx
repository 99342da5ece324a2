/** What administrators set for the whole site: libraries of the wiki, topic tags, the contributor agreement. */
import { PageTitle } from '../../elements/page-title.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { PublishAgreement } from './publish-agreement.tsx';
import { Tags } from './tags.tsx';
import { WikiLibraries } from './wiki-libraries.tsx';

export default function SitePage() {
  return (
    <>
      <PageTitle title="Libraries, tags, agreement" />
      <AdminTabs />
      <WikiLibraries />
      <Tags />
      <PublishAgreement />
    </>
  );
}
