/**
 * Plugin of Swagger UI for the API reference page: shows the permission of an operation in its heading, and its
 * errors as one table of codes.
 */

/** The texts of the statuses that errors have. */
const MEANINGS = {
  400: 'The request is wrong',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found, or not yours',
  409: 'The state of the resource forbids it',
  410: 'Closed',
  412: 'Changed since it was read',
  413: 'Too large',
  415: 'Wrong content type',
  422: 'The Idempotency-Key belongs to another request',
  429: 'Too many requests',
  500: 'A fault of the service',
  503: 'Try again later',
};

export function codesAndPermissions({ React }) {
  const h = React.createElement;

  const errorTable = (codes) =>
    h(
      'table',
      { className: 'error-codes' },
      h('caption', null, 'Errors: problem documents by code'),
      h(
        'tbody',
        null,
        codes
          .entrySeq()
          .toArray()
          .map(([status, names]) =>
            h(
              'tr',
              { key: status },
              h('th', { scope: 'row' }, status),
              h('td', null, MEANINGS[status] ?? ''),
              h(
                'td',
                null,
                names.toArray().map((name) => h('code', { key: name }, name)),
              ),
            ),
          ),
      ),
    );

  const needs = (operation) => {
    const permissions = operation.get('x-permissions');
    if (permissions) return permissions.toArray();
    return operation.get('deprecated')
      ? []
      : [/Requires ([^`]*?)\.(?:\s|$)/.exec(operation.get('description') ?? '')?.[1] ?? ''];
  };

  return {
    wrapComponents: {
      OperationSummaryPath:
        (Original, { specSelectors }) =>
        (props) =>
          h(
            React.Fragment,
            null,
            h(Original, props),
            needs(
              specSelectors
                .specJson()
                .getIn(['paths', props.operationProps.get('path'), props.operationProps.get('method')]),
            )
              .filter(Boolean)
              .map((name) => h('span', { key: name, className: 'permission' }, name)),
          ),
      responses: (Original) => (props) => {
        const codes = props.specSelectors
          .specJson()
          .getIn(['paths', props.path, props.method, 'x-error-codes']);
        const successes = props.responses.filter((_response, status) => Number(status) < 400);
        return h(
          'div',
          null,
          h(Original, {
            ...props,
            responses: successes.size > 0 ? successes : props.responses,
          }),
          codes ? errorTable(codes) : null,
        );
      },
    },
  };
}
