/** Email and password of the first administrator of services started for tests, benchmarks and the demo. */
export const ADMINISTRATOR = { email: 'admin@example.org', password: 'correct horse battery' } as const;
