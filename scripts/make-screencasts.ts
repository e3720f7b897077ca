// Records the journeys of test/browser/journeys.test.ts as the videos of the guide: npm run screencasts
import { spawnSync } from 'node:child_process';
import { installPackages, isInstalled } from './install-packages.ts';

if (!isInstalled('ffmpeg')) installPackages(['ffmpeg']);
const { status } = spawnSync(process.execPath, ['--test', 'test/browser/journeys.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, RECORD_SCREENCASTS: '1' },
});
process.exitCode = status ?? 1;
