import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';

/**
 * A lock that the kernel frees when its holder dies: a socket that somebody listens on. It works among the processes of
 * one machine, which is why a journal's folder belongs to one.
 */
export async function takeLock(address: string): Promise<Server | null> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const server = createServer().unref();
    const isTaken = await new Promise<boolean>((resolve, reject) => {
      server.once('listening', () => resolve(false));
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
      );
      server.listen(address);
    });
    if (!isTaken) return server;
    if (await isAnswered(address)) return null;
    await rm(address, { force: true });
  }
  return null;
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Anything else than "nobody is there" leaves the owner in doubt, and the file alone.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}
