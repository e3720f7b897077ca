import { HttpDrain } from '#platform/http-drain.ts';
import { listen } from '#platform/listen.ts';
import { createScanServer } from '#scan/scan-server.ts';
import { drainBounds, type ProcessContext, type ProcessPart } from './process-part.ts';

/** The data plane: public short links. It shares no code path with the control plane. */
export async function startScan(process: ProcessContext): Promise<ProcessPart> {
  const { config } = process;
  const server = createScanServer();
  const drain = new HttpDrain(server);
  const address = await listen(server, process.environment, {
    name: 'scan',
    host: config.bindAddress,
    port: config.scanPort,
  });
  return {
    name: 'scan',
    address,
    drain: () => drain.run(drainBounds(config)),
    close: async () => drain.cut(),
  };
}
