/** What an address shows that has no page. */
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf } from '../location.ts';

export default function NotFoundPage() {
  return (
    <>
      <PageTitle title="There is no such page" />
      <p>
        Check the address, or begin with the <a href={hrefOf('/')}>first page</a>.
      </p>
    </>
  );
}
