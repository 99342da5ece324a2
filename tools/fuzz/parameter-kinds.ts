/**
 * Finds the kind of value (id, slug, version, email) of each parameter of an endpoint, so that a value of one
 * response fits another request, and the kind of resource that a request is about. From the contract, with tables of
 * exceptions.
 */
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import { idKindOf, type Schema } from '../../shared/contracts/schema.ts';

/** Identifiers of a resource other than its id. */
export const KIND_OF_HANDLE: Readonly<Record<string, string>> = {
  librarySlug: 'wikiLibrary',
  standardSlug: 'wikiStandard',
  editionNumber: 'edition',
};

/** Narrower kinds for parameters that accept only some values of their kind. */
const KIND_OF_PARAMETER: Readonly<Record<string, string>> = {
  'projects.standards.add standardId': 'publishedStandard',
  'standards.delete id': 'deprecatedStandard',
  'standards.reactivate id': 'deprecatedStandard',
  'standards.merge id': 'outdatedCopy',
  'standards.acknowledgeSource id': 'outdatedCopy',
  'admin.cla.publish version': '',
  'account.register email': '',
  'companies.update id': 'ownCompany',
  'companies.members.list id': 'ownCompany',
  'companies.members.add id': 'ownCompany',
  'companies.members.add email': 'memberEmail',
  'companies.members.update id': 'ownCompany',
  'companies.members.update userId': 'memberUser',
  'companies.members.remove id': 'ownCompany',
  'companies.members.remove userId': 'memberUser',
  'companies.invitations.withdraw id': 'ownCompany',
  'companies.sponsorshipRequests.list id': 'ownCompany',
  'companies.sponsorshipRequests.approve id': 'ownCompany',
  'companies.sponsorshipRequests.decline id': 'ownCompany',
  'projects.invite email': 'crewEmail',
  'projects.lead.appoint userId': 'crewUser',
  'projects.members.remove userId': 'crewUser',
};
/** Kinds of parameters that are not ids. */
const KIND_OF_WORD: Readonly<Record<string, string>> = {
  baseVersion: 'version',
  conflictVersion: 'version',
  email: 'email',
};

/** The kind that a parameter of a request names, by its contract; '' for none. */
export const parameterKind = (endpoint: EndpointId, name: string, schema: Schema): string =>
  KIND_OF_PARAMETER[`${endpoint} ${name}`] ?? idKindOf(schema) ?? KIND_OF_WORD[name] ?? '';

/** Kinds of the path parameters of an endpoint. */
export function pathKinds(endpoint: EndpointId): ReadonlyMap<string, string> {
  const { path = {} }: EndpointSpec = endpoints[endpoint];
  return new Map(Object.entries(path).map(([name, schema]) => [name, parameterKind(endpoint, name, schema)]));
}

/** Kind of the subject of endpoints without path parameters. */
const SUBJECT_KINDS: Readonly<Record<string, string>> = {
  'datasheets.create': 'standard',
  'datasheets.checkName': 'standard',
  'standards.create': 'category',
  'categories.create': 'category',
  'account.login': 'account',
  'account.verifyEmail': 'verifyToken',
  'account.passwordReset.confirm': 'resetToken',
  'wiki.standards.create': 'librarySlug',
  'wiki.categories.create': 'librarySlug',
  'categories.list': 'category',
  'libraries.list': 'category',
};

/** The kind that a request is about (the last in its path), and the kinds that its facts must include. */
export function subjectKind(endpoint: EndpointId): { kind: string; requiredContext: string[] } {
  const kinds = [...pathKinds(endpoint).values()];
  const kind = kinds.at(-1) ?? SUBJECT_KINDS[endpoint] ?? '';
  const requiredContext = kinds.slice(0, -1);
  return {
    kind,
    requiredContext: ['datasheets.create', 'datasheets.checkName', 'standards.batchUpgrade'].includes(
      endpoint,
    )
      ? ['project']
      : requiredContext,
  };
}
