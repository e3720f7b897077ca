import { findLostHosts } from '#features/domains/find-lost-hosts.ts';
import type { Config } from '#platform/config.ts';
import type { CliContext } from '../cli-context.ts';
import { type Finding, failed, messageOf, ok, warning } from './finding.ts';

/** Nobody can recall a printed code, so each printed host must still be served. */
export async function checkLinkHosts(context: CliContext, config: Config): Promise<Finding> {
  try {
    const lost = await findLostHosts(context.db(), config.ownHosts);
    if (lost.length === 0) return ok('printed hosts', 'all are served');
    const remedy = `Restore PUBLIC_BASE_URL, or add to OWN_HOSTS: ${lost.join(',')}. Otherwise api and worker don't start. See: waypost host --help`;
    return failed('printed hosts', `printed codes contain ${lost.join(', ')}, which is not served`, remedy);
  } catch (error) {
    return warning('printed hosts', `not checked: ${messageOf(error)}`, null);
  }
}
