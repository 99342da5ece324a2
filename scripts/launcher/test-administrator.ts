/** The first administrator of services that are started for tests, benchmarks and the demo. */
export const ADMINISTRATOR = { email: 'admin@example.org', password: 'correct horse battery' } as const;
