/** Exit codes for scripts. `--help` lists them too. */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  unavailable: 5,
} as const;

export const exitCodeHelp = `
Exit codes: 0 success; 1 a check failed or an unexpected error; 2 wrong usage or configuration;
3 not found; 4 refused (a limit is reached, or it already exists); 5 a database can't be reached.`;
