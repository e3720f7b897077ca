import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Without the file in hand the library would fetch it from somebody else's server.
const wasmFile = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasm = readFileSync(wasmFile);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer },
});

/** The text of the only QR code in an image file, or null if there isn't exactly one that can be read. */
export async function readQrCode(image: Uint8Array): Promise<string | null> {
  const found = await readBarcodes(image as Uint8Array<ArrayBuffer>, {
    formats: ['QRCode'],
    maxNumberOfSymbols: 2,
  });
  const [code, ...others] = found.filter(({ isValid }) => isValid);
  return code === undefined || others.length > 0 ? null : code.text;
}
