/** The secret of the tests' services, in one process or several. */
export const testSecret = 'a-secret-that-only-the-tests-know-of-0123456789';
