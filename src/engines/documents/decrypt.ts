import { decompressionLimits, documentFault } from './faults.ts';
// officeparser doesn't export this function, which decrypts documents.
import { decryptIfNeeded } from '../../../node_modules/officeparser/dist/crypto/decryptContainer.js';

/** Returns a document without its encryption. @throws ConversionError for a missing or wrong password */
export async function decrypted(bytes: Buffer, from: string, password: string | undefined): Promise<Buffer> {
  try {
    const config = { decompressionLimits, ...(password === undefined ? {} : { password }) };
    return await decryptIfNeeded(bytes, config, from);
  } catch (error) {
    throw documentFault(error);
  }
}
