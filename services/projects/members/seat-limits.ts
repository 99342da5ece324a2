/** The limits of a company: as a site administrator has set them, else those of the site. */
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';

export interface CompanyLimits {
  seats: number;
  /** Projects that one person may lead. */
  slots: number;
}

/** Loads the limits of a company. They hold as they were when a request began. */
export async function loadCompanyLimits(node: Node, companyId: number): Promise<CompanyLimits> {
  const { seatLimit, slotLimit } = node.config;
  const { companies } = await callAsService(node, 'projects', 'identity.companies', {
    company_ids: [companyId],
  });
  const [company] = companies;
  return { seats: company?.seat_limit ?? seatLimit, slots: company?.slot_limit ?? slotLimit };
}
