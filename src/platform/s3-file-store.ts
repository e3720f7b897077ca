import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { contentTypes, type FileStore, fileCacheControl, isFileName, isPrivateFile } from './file-store.ts';
import { checkLargePath, type LargeFiles, type LargeFileWriter } from './large-files.ts';

export interface S3Location {
  bucket: string;
  /** A prefix of each name, such as `codes/`; may be empty. */
  prefix: string;
  /** Null: Amazon S3 in the region. */
  endpoint: string | null;
  region: string;
  /** Null: the AWS credential chain (instance role, web identity). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const connectMs = 2_000;
const requestMs = 10_000;
const attemptsMax = 3;
/** Of a large file; S3 wants at least 5 MiB, and at most 10,000 parts. */
const partBytes = 8 * 1_048_576;
const partMs = 60_000;
/** Including all attempts and the body. */
const operationMs = 20_000;

/** Any service that is compatible with S3. */
export class S3FileStore implements FileStore, LargeFiles {
  readonly #client: S3Client;
  readonly #location: S3Location;

  constructor(location: S3Location) {
    this.#location = location;
    this.#client = new S3Client({
      region: location.region,
      // Other services than Amazon's rarely have one host name per bucket, and refuse its newer checksums.
      ...(location.endpoint === null ? {} : { endpoint: location.endpoint, forcePathStyle: true }),
      ...(location.credentials === null ? {} : { credentials: location.credentials }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attemptsMax,
      requestHandler: {
        connectionTimeout: connectMs,
        requestTimeout: requestMs,
        throwOnRequestTimeout: true,
      },
    });
  }

  /** Written once: an existing file has the same content. */
  async put(name: string, content: Uint8Array): Promise<void> {
    try {
      await this.#client.send(
        new PutObjectCommand({
          ...this.#object(name),
          Body: content,
          IfNoneMatch: '*',
          CacheControl: isPrivateFile(name) ? 'private, no-store' : fileCacheControl,
          ContentType: contentTypes[name.slice(-3)],
        }),
        bounded(),
      );
    } catch (error) {
      if (statusOf(error) !== 412) throw error;
    }
  }

  async read(name: string): Promise<Buffer | null> {
    if (!isFileName(name)) return null;
    try {
      const { Body: body } = await this.#client.send(new GetObjectCommand(this.#object(name)), bounded());
      return body === undefined ? null : Buffer.from(await body.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey || statusOf(error) === 404) return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(name)), bounded());
  }

  async create(path: string): Promise<LargeFileWriter> {
    const object = this.#largeObject(path);
    const { UploadId: uploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...object, CacheControl: 'private, no-store' }),
      bounded(),
    );
    const upload = { ...object, UploadId: uploadId };
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const send = async () => {
      const number = parts.length + 1;
      const { ETag: tag } = await this.#client.send(
        new UploadPartCommand({ ...upload, PartNumber: number, Body: Buffer.concat(waiting) }),
        bounded(attemptsMax * partMs, partMs),
      );
      parts.push({ ETag: tag, PartNumber: number });
      waiting = [];
      waitingBytes = 0;
    };
    return {
      write: async (chunk) => {
        // The caller may use its memory again.
        waiting.push(Uint8Array.from(chunk));
        waitingBytes += chunk.length;
        if (waitingBytes >= partBytes) await send();
      },
      finish: async () => {
        if (waitingBytes > 0 || parts.length === 0) await send();
        const complete = { ...upload, MultipartUpload: { Parts: parts } };
        await this.#client.send(
          new CompleteMultipartUploadCommand(complete),
          bounded(attemptsMax * partMs, partMs),
        );
      },
      abandon: async () => {
        await this.#client.send(new AbortMultipartUploadCommand(upload), bounded());
      },
    };
  }

  async open(path: string) {
    try {
      const { Body: body, ContentLength: bytes = 0 } = await this.#client.send(
        new GetObjectCommand(this.#largeObject(path)),
      );
      return body === undefined ? null : { content: body as Readable, bytes };
    } catch (error) {
      if (error instanceof NoSuchKey || statusOf(error) === 404) return null;
      throw error;
    }
  }

  async removeLarge(path: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#largeObject(path)), bounded());
  }

  #largeObject(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}private/${checkLargePath(path)}` };
  }

  #object(name: string): { Bucket: string; Key: string } {
    if (!isFileName(name)) throw new Error(`"${name}" is not a valid file name`);
    return {
      Bucket: this.#location.bucket,
      Key: this.#location.prefix + (isPrivateFile(name) ? 'private/' : '') + name,
    };
  }
}

/** @param requestTimeout of one attempt. */
function bounded(
  ms = operationMs,
  requestTimeout = requestMs,
): { abortSignal: AbortSignal; requestTimeout: number } {
  return { abortSignal: AbortSignal.timeout(ms), requestTimeout };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
