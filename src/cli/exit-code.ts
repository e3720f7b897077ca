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
Exit codes: 0 done; 1 a check failed or something unexpected happened; 2 wrong usage or configuration;
3 no such thing; 4 refused (a limit is reached, or it exists already); 5 an engine can't be reached.`;
