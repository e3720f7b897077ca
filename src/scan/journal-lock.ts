import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';

/**
 * A lock that the kernel releases when its holder dies: a socket that the holder listens on. It works between processes of one machine, so
 * a journal folder belongs to one machine.
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
    // Any other result than "nobody is there" leaves the owner unclear, so we don't touch the file.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}
