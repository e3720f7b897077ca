/** What the tests' services seal with, in one process or several. */
export const testSecret = 'a-secret-that-only-the-tests-know-of-0123456789';
