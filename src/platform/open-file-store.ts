import type { FileStore } from './file-store.ts';
import { FolderFileStore } from './folder-file-store.ts';
import type { LargeFiles } from './large-files.ts';
import type { S3Location } from './s3-file-store.ts';

export type FileStoreConfig = { kind: 'folder'; folder: string } | { kind: 's3'; location: S3Location };

export type AllFiles = FileStore & LargeFiles;

export async function openFileStore(config: FileStoreConfig): Promise<AllFiles> {
  if (config.kind === 'folder') return new FolderFileStore(config.folder);
  // Large, and installations on one machine rarely need it.
  const { S3FileStore } = await import('./s3-file-store.ts');
  return new S3FileStore(config.location);
}
