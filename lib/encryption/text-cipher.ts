import { deriveKey } from "./derive-key"
import { decryptBytes, encryptBytes } from "./encrypted-text"

/** The dashboard's secret, and the one before it or after it while one takes the other's place: what was encrypted under either opens. */
export interface SecretPair {
  readonly secret: string
  readonly previousSecret?: string | undefined
}

/** Texts of one purpose under the dashboard's secret. */
export interface TextCipher {
  /** Always under the secret that counts now. */
  encrypt(text: string): string
  /** Throws where neither secret opens it. */
  decrypt(encrypted: string): string
  /** The same of bytes. */
  encryptBytes(bytes: Uint8Array): string
  decryptBytes(encrypted: string): Buffer
}

/** Encrypts under a key for this purpose; which of the secrets a text was encrypted under is found by trying, so that it has no header to forge. */
export function createTextCipher(
  { secret, previousSecret }: SecretPair,
  purpose: string,
): TextCipher {
  const key = deriveKey(secret, purpose)
  const previous = previousSecret === undefined ? undefined : deriveKey(previousSecret, purpose)
  const encrypt = (bytes: Uint8Array) => encryptBytes(bytes, key)
  function decrypt(encrypted: string): Buffer {
    if (!previous) return decryptBytes(encrypted, key)
    try {
      return decryptBytes(encrypted, key)
    } catch {
      return decryptBytes(encrypted, previous)
    }
  }
  return {
    encrypt: (text) => encrypt(Buffer.from(text, "utf8")),
    decrypt: (encrypted) => decrypt(encrypted).toString("utf8"),
    encryptBytes: encrypt,
    decryptBytes: decrypt,
  }
}
